import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createClientAddressReader } from './client-address.ts';

type ReadClient = ReturnType<typeof createClientAddressReader>;

/** Reads the client of a request that `peer` sent with that `X-Forwarded-For`. */
async function readFrom(read: ReadClient, peer: string, forwarded?: string): Promise<string> {
  const app = new Hono().get('/', (context) => context.text(read(context)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } });
  return response.text();
}

const withProxies = createClientAddressReader(['10.0.0.0/8', '192.168.1.1', 'fd00::/8']);
const withoutProxies = createClientAddressReader([]);

test.each([
  ['203.0.113.9', undefined, '203.0.113.9'],
  // Any client can send the header, so it counts only from a trusted proxy.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['fd00::1', '198.51.100.1', '198.51.100.1'],
  // The rightmost address that is no trusted proxy; everything left of it may be forged.
  ['10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '1.1.1.1, 198.51.100.1, 192.168.1.1', '198.51.100.1'],
  ['10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['10.1.2.3', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['10.1.2.3', '1.1.1.1, nonsense', '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['2001:db8:1:2::99', undefined, '2001:db8:1:2::/64'],
  ['2001:DB8:1:3::99', undefined, '2001:db8:1:3::/64'],
  // Every spelling of an IPv4-mapped address.
  ['10.1.2.3', '::ffff:c633:6401', '198.51.100.1'],
  ['10.1.2.3', '::FFFF:C633:6401', '198.51.100.1'],
  ['10.1.2.3', '[::ffff:c633:6401]:4711', '198.51.100.1'],
  ['10.1.2.3', '0:0:0:0:0:ffff:c633:6401', '198.51.100.1'],
  ['10.1.2.3', '0000:0000:0000:0000:0000:ffff:198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '0::ffff:198.51.100.1%eth0', '198.51.100.1'],
  ['10.1.2.3', '::ffff:0:1', '0.0.0.1'],
  ['10.1.2.3', '1.1.1.1, ::ffff:c633:6401, ::ffff:a09:909', '198.51.100.1'],
  ['::ffff:a01:203', '198.51.100.1', '198.51.100.1'],
  ['::ffff:c633:6401', '1.1.1.1', '198.51.100.1'],
  // Similar, but no IPv4-mapped address.
  ['10.1.2.3', '::1:ffff:c633:6401', '0:0:0:0::/64'],
  ['10.1.2.3', '64:ff9b::c633:6401', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
])('%s with %j is %s', async (peer, forwarded, client) => {
  expect(await readFrom(withProxies, peer, forwarded)).toBe(client);
});

test('without a proxy to trust the header is ignored', async () => {
  expect(await readFrom(withoutProxies, '10.1.2.3', '198.51.100.1')).toBe('10.1.2.3');
});
