import { BlockList, isIP } from 'node:net';
import { withoutTrailingSlashes } from './trailing-slashes.ts';

/** What is wrong with one variable, worded to follow its name: "must be …". */
export class ValueError extends Error {
  override name = 'ValueError';
}

/** A whole number that can be a TCP port. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new ValueError('must be a port, a whole number from 1 to 65535');
  return port;
}

/** An IP address or a host name to listen on. */
export function readHost(text: string): string {
  const name = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i;
  if (!isIP(text) && !name.test(text)) {
    throw new ValueError('must be an IP address or a host name, as in 127.0.0.1 or 0.0.0.0');
  }
  return text;
}

/** A switch. */
export function readSwitch(text: string): boolean {
  if (text !== '0' && text !== '1') throw new ValueError('must be 0 or 1');
  return text === '1';
}

/** One plain e-mail address. */
export function readAddress(text: string): string {
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text) || text.length > 254) {
    throw new ValueError('must be one e-mail address, as in name@example.com');
  }
  return text;
}

/** An address of one of these schemes, as `new URL` understands it. The text may hold a password: never echo it. */
export function readUrl(text: string, schemes: readonly string[], example: string): string {
  const url = URL.parse(text);
  if (!url?.hostname || !schemes.includes(url.protocol)) {
    throw new ValueError(`must be an address like ${example}`);
  }
  return text;
}

/** Scheme, host and port of a website, without a path; a closing slash is forgiven. */
export function readOrigin(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href !== `${url.origin}/`) {
    throw new ValueError('must be a scheme and host without a path, as in https://www.example.com');
  }
  return url.origin;
}

/** Where browsers find the API: an absolute http(s) address or a path of this site, without a closing slash. */
export function readApiUrl(text: string): string {
  const url = URL.parse(text, 'http://localhost');
  const isPath = /^\/[^/]/.test(text) && url?.host === 'localhost';
  const isAbsolute = /^https?:\/\//i.test(text);
  if (!url || !(isPath || isAbsolute) || url.search || url.hash || url.username) {
    throw new ValueError('must be a path or an http(s) address, as in /api/v1 or https://api.example.com/v1');
  }
  return withoutTrailingSlashes(text);
}

/** An IP address or a network in CIDR notation. */
export function readNetwork(text: string): string {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const isWhole =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  if (version === 0 || !isWhole || rest.length > 0) {
    throw new ValueError('must list IP addresses or networks, as in 10.0.0.1, 192.168.0.0/16');
  }
  if (bits) new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  return text;
}

/** Comma-separated values, each read by `read`; blanks between commas are forgiven. */
export function readList(text: string, read: (item: string) => string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(read);
}
