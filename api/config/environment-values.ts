import { isIP } from 'node:net';
import * as v from 'valibot';
import { readEmailAddress } from '#contract/email-address.ts';
import { secondFactorRequirements } from '#contract/second-factor.ts';

/** Each message continues the name of its variable: "must be …". */

const PORT_MESSAGE = 'must be a port number from 1 to 65535';

export const portSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, PORT_MESSAGE),
  v.transform(Number),
  v.minValue(1, PORT_MESSAGE),
  v.maxValue(65_535, PORT_MESSAGE),
);

export const hostSchema = v.pipe(
  v.string(),
  v.check(
    (text) => isIP(text) !== 0 || /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text),
    'must be an IP address or a hostname, such as 127.0.0.1 or 0.0.0.0',
  ),
);

export const switchSchema = v.pipe(
  v.picklist(['0', '1'], 'must be 0 or 1'),
  v.transform((text) => text === '1'),
);

export const onOffSchema = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((text) => text === 'on'),
);

export const secondFactorSchema = v.picklist(secondFactorRequirements, 'must be off, optional, or required');

const IDLE_MESSAGE = 'must be a whole number of minutes up to 43200, or 0 for no limit';

export const idleMinutesSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, IDLE_MESSAGE),
  v.transform(Number),
  v.maxValue(43_200, IDLE_MESSAGE),
);

/** A key that has at least 128 bits, if it is random. */
export const keySchema = v.pipe(
  v.string(),
  v.regex(
    /^[\w.~+/=-]{32,200}$/,
    'must be 32 to 200 random characters: letters, digits, or the symbols of Base64',
  ),
);

export const mailAddressSchema = v.pipe(
  v.string(),
  v.transform(readEmailAddress),
  v.nonNullable(v.nullable(v.string()), 'must be one email address, such as name@example.com'),
);

/** No message repeats the text, because it may hold a password. */
export function urlSchema(schemes: readonly string[], example: string) {
  const isAllowed = (text: string) => {
    const url = URL.parse(text);
    return Boolean(url?.hostname) && schemes.includes(url?.protocol ?? '');
  };
  return v.pipe(v.string(), v.check(isAllowed, `must be an address like ${example}`));
}

/** A server, or `host` in the query: the folder of a socket, before which libpq's addresses have no host. */
export const databaseUrlSchema = v.pipe(
  v.string(),
  v.check((text) => {
    const authority = text.split(/[/?#]/)[2] ?? '';
    const hosts = [authority.slice(authority.lastIndexOf('@') + 1), hostInQuery(text)];
    return !hosts.some((host) => host.includes(','));
  }, 'must name one host: the driver connects to one server, not to a list'),
  v.check((text) => {
    const url = URL.parse(withHost(text));
    const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
    return isPostgres && Boolean(url?.hostname || hostInQuery(text));
  }, 'must be an address like postgres://user:password@host:5432/database, or postgres:///database?host=FOLDER for the socket in a folder'),
);

/** `user:password@/database` has no host, which URLs don't allow. */
function withHost(text: string): string {
  return hostInQuery(text) === '' ? text : text.replace('@/', '@localhost/');
}

function hostInQuery(text: string): string {
  const start = text.indexOf('?');
  return start < 0 ? '' : (new URLSearchParams(text.slice(start)).get('host') ?? '');
}

/** One trailing slash is allowed. */
export const originSchema = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    return isWeb && url.href === `${url.origin}/`;
  }, 'must be a scheme and host without a path, such as https://www.example.com'),
  v.transform((text) => new URL(text).origin),
);

/** The base URL of the API for browsers: absolute or a path of this site. Trailing slashes are removed. */
export const apiUrlSchema = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text, 'http://localhost');
    const isPath = /^\/[^/]/.test(text) && url?.host === 'localhost';
    const isAbsolute = /^https?:\/\//i.test(text);
    return url !== null && (isPath || isAbsolute) && !url.search && !url.hash && !url.username;
  }, 'must be a path or an http(s) address, such as /api/v1 or https://api.example.com/v1'),
  v.transform(trimTrailingSlashes),
);

/** CIDR notation. */
export const networkSchema = v.pipe(
  v.string(),
  v.check((text) => {
    const [address = '', bits, ...rest] = text.split('/');
    const maxPrefixLength = isIP(address) === 4 ? 32 : 128;
    const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxPrefixLength);
    return isIP(address) !== 0 && isPrefix && rest.length === 0;
  }, 'must list IP addresses or networks, such as 10.0.0.1, 192.168.0.0/16'),
);

/** Comma-separated values. Spaces and empty items are dropped. */
export function listSchema(item: v.GenericSchema<string, string>) {
  const items = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return v.pipe(v.string(), v.transform(items), v.array(item));
}

/** Linear time: an expression like `\/+$` is quadratic in the number of slashes. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
