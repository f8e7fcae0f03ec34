import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The client of a request, as the rate limits count it: an IPv4 address, or the /64 network of an IPv6 address, which
 * is what one household or server gets. `X-Forwarded-For` counts only as far as proxies of `trusted`
 * (`TRUSTED_PROXIES`) wrote it.
 */
export function clientAddresses(trusted: readonly string[]): (context: Context) => string {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', bits] = network.split('/');
    const version = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) proxies.addAddress(address, version);
    else proxies.addSubnet(address, Number(bits), version);
  }
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

  return (context) => {
    let client = plain(getConnInfo(context).remote.address ?? '');
    const forwarded = context.req.header('x-forwarded-for')?.split(',').reverse() ?? [];
    for (const entry of forwarded) {
      const next = plain(entry.trim());
      // Everything left of an untrusted address may be forged.
      if (client === '' || next === '' || !isProxy(client)) break;
      client = next;
    }
    return isIP(client) === 6 ? network64(client) : client;
  };
}

/** The canonical address, without port, brackets and zone; empty for a text that is no address. */
function plain(text: string): string {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : '';
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const wrapped = spelled.match(/^::ffff:([\da-f]+):([\da-f]+)$/);
  return wrapped ? ipv4(wrapped.slice(1).map((half) => Number.parseInt(half, 16))) : spelled;
}

/** The IPv4 address that an IPv6 one wraps in its last two parts. */
function ipv4(halves: readonly number[]): string {
  return halves.flatMap((half) => [half >> 8, half & 255]).join('.');
}

function network64(address: string): string {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
