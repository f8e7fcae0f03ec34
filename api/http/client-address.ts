import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The client for rate limits: an IPv4 address or an IPv6 /64. `X-Forwarded-For` counts if a trusted proxy wrote it. */
export function createClientAddressReader(trustedProxies: readonly string[]): (context: Context) => string {
  const proxies = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const version = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) proxies.addAddress(address, version);
    else proxies.addSubnet(address, Number(bits), version);
  }
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

  return (context) => {
    let client = canonicalise(getConnInfo(context).remote.address ?? '');
    const forwarded = context.req.header('x-forwarded-for')?.split(',').reverse() ?? [];
    for (const entry of forwarded) {
      const next = canonicalise(entry.trim());
      // The client can forge everything left of an untrusted address.
      if (client === '' || next === '' || !isProxy(client)) break;
      client = next;
    }
    return isIP(client) === 6 ? toNetwork64(client) : client;
  };
}

/** Leaves out port, brackets and zone; empty for a text that is no address. */
function canonicalise(text: string): string {
  const [bare = ''] = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%');
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : '';
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mappedIpv4 = canonical.match(/^::ffff:([\da-f]+):([\da-f]+)$/);
  return mappedIpv4 ? toIpv4(mappedIpv4.slice(1).map((half) => Number.parseInt(half, 16))) : canonical;
}

function toIpv4(halves: readonly number[]): string {
  return halves.flatMap((half) => [half >> 8, half & 255]).join('.');
}

function toNetwork64(address: string): string {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
