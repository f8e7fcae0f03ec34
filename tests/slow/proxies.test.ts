import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashLimitKey } from '#api/auth/rate-limits.ts';
import { securityHeaders } from '#api/http/security-headers.ts';
import { HOST_RULES } from '#api/site/host-rules.ts';
import { readSite } from '#api/site/site-file.ts';
import { pictureLimits } from '#contract/pictures.ts';
import { root } from '#tests/architecture/sources.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { beginRaw } from '#tests/setup/api/raw.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { hasBrotli, type RunningProxy, startCaddy, startNginx } from '#tests/setup/deploy/proxies.ts';
import { findProgram } from '#tests/setup/scale/program.ts';

/** The real nginx and the real Caddy, with the files of `deploy/`, in front of the built site and the real API. */

const MB = 1024 * 1024;
const siteFolder = inject('siteFolder');
const site = await readSite(siteFolder);
const { db } = await cloneDatabase();
const environment = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { site, environment });
const { origin, port: apiPort } = new URL(api.base);
const administrator = await signInAdministrator({ db }, api);

const files = [...site.keys()].filter((path) => path !== HOST_RULES);
const rules = site.get(HOST_RULES)?.identity.body.toString() ?? '';
const ruled = rules.split('\n').flatMap((line) => line.split(' ')[0]?.replaceAll(/:\w+/g, '7') || []);
/** Their addresses don’t answer with them. */
const notFiles = ['/404.html', '/.well-known/change-password'];
const unknown = [
  '/nowhere',
  '/users/7/8',
  '/Privacy',
  '/_headers',
  '/_nginx.conf',
  '/_redirects',
  '/index.html.gz',
];

const programs = [
  { name: 'nginx', start: startNginx, isStatic: true },
  { name: 'caddy', start: startCaddy, isStatic: false },
];

for (const { name, start, isStatic } of programs) {
  const program = await findProgram(name).catch((error: Error) => {
    process.stderr.write(`Skipped: ${error.message}\n`);
    return null;
  });

  describe.skipIf(program === null)(name, () => {
    let proxy: RunningProxy;
    let base: string;
    const startBefore = (upstreams: readonly number[]) =>
      start({ program: program ?? '', site: siteFolder, upstreams });
    beforeAll(async () => {
      proxy = await startBefore([Number(apiPort)]);
      base = `${proxy.origin}/api/v1`;
    });

    test('answers every address as the server does', async () => {
      expect(files.length).toBeGreaterThan(40);
      for (const path of [...files, ...ruled, ...unknown]) {
        const [here, there] = await Promise.all([ask(proxy.origin + path), ask(origin + path)]);
        expect({ path, ...here.facts }).toEqual({ path, ...there.facts });
        // Its body is that of the host.
        if (there.facts.status === 302) continue;
        expect(here.body.equals(there.body), path).toBe(true);
        // A static host sends what a meta element can’t have, and the page has the rest.
        const policy = isStatic
          ? "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
          : there.headers.get('content-security-policy');
        expect(here.headers.get('content-security-policy'), path).toBe(policy);
      }
    });

    test('sends what the build has compressed', async () => {
      const counts = { gzip: 0, br: 0 };
      for (const path of files.filter((name) => !notFiles.includes(name))) {
        const file = site.get(path);
        for (const [encoding, { body: compressed }] of file?.encoded ?? []) {
          if (encoding === 'br' && isStatic && !hasBrotli) continue;
          const { headers, body } = await ask(proxy.origin + path, encoding);
          expect([path, headers.get('content-encoding')]).toEqual([path, encoding]);
          expect(headers.get('vary')?.toLowerCase(), path).toContain('accept-encoding');
          expect(Number(headers.get('content-length')), path).toBe(compressed.length);
          expect(file?.identity.body.equals(body), path).toBe(true);
          counts[encoding] += 1;
        }
      }
      expect(counts.gzip).toBeGreaterThan(30);
      if (!isStatic || hasBrotli) expect(counts.br).toBeGreaterThan(30);
    });

    test('files with a hash in their name are kept, pages are asked for again', async () => {
      const hashed = files.find((path) => path.startsWith('/_astro/')) ?? '';
      const { headers } = await ask(proxy.origin + hashed);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const page = await fetch(`${proxy.origin}/privacy`);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const etag = page.headers.get('etag') ?? '';
      const again = await fetch(`${proxy.origin}/privacy`, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    });

    test('the API answers through it, a sign-in included', async () => {
      const { email, password } = administrator.administrator;
      const signedIn = await createRequester(base).post('/auth/admin-login', {
        email,
        password,
        rememberMe: false,
      });
      expect(signedIn.status).toBe(200);
      // One value, not one of the proxy beside that of the server.
      expect(signedIn.headers.get('cache-control')).toBe('no-store');
      expect(signedIn.headers.get('x-request-id')).not.toBeNull();
      const { tokens } = signedIn.body.data as { tokens: { token: string } };
      const users = await createRequester(base, tokens.token).get('/admin/users');
      expect(users.status).toBe(200);
      expect((await createRequester(base).get('/admin/users')).status).toBe(401);
      const missing = await createRequester(base).get('/nowhere');
      expect([missing.status, missing.body.status]).toEqual([404, 404]);
    });

    test('the server sees the client, whatever the client says', async () => {
      await db.deleteFrom('limits').execute();
      await resetFrom(proxy.port, '127.0.0.2', { 'x-forwarded-for': '203.0.113.9' });
      const isCounted = async (client: string) => {
        const key = hashLimitKey('resetClient', client);
        const found = await db.selectFrom('limits').select('forget_at').where('key', '=', key).execute();
        return found.length > 0;
      };
      expect(await isCounted('127.0.0.2')).toBe(true);
      expect(await isCounted('203.0.113.9')).toBe(false);
      expect(await isCounted('127.0.0.1')).toBe(false);
    });

    test('a picture of almost 10 MB arrives and is converted', async () => {
      const bytes = await makeLargePicture();
      expect(bytes.length).toBeGreaterThan(9.5 * MB);
      expect(bytes.length).toBeLessThan(pictureLimits.bytes);
      const upload = await sendPicture(base, bytes);
      expect(upload.status, await upload.clone().text()).toBe(200);
      const { data } = (await upload.json()) as { data: { url: string } };
      const copy = await fetch(new URL(data.url, proxy.origin), {
        headers: { authorization: `Bearer ${administrator.tokens.token}` },
      });
      expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/webp']);
    });

    test('a larger picture, and what is larger than any upload, gets 413', async () => {
      const picture = await sendPicture(base, Buffer.alloc(pictureLimits.bytes + 1));
      expect(picture.status).toBe(413);
      const head = [
        'POST /api/v1/admin/pictures HTTP/1.1',
        `Host: 127.0.0.1:${proxy.port}`,
        `Authorization: Bearer ${administrator.tokens.token}`,
        'Content-Type: application/octet-stream',
        `Content-Length: ${52 * MB}`,
        'Connection: close',
      ];
      const { answer } = beginRaw(proxy.port, `${head.join('\r\n')}\r\n\r\n`);
      expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    });

    test('a change is sent once, although the server dies on it', async () => {
      for (const method of ['POST', 'PUT']) {
        const dying = await Promise.all([startDyingServer(), startDyingServer()]);
        const before = await startBefore(dying.map(({ port }) => port));
        const received = () =>
          dying.flatMap(({ requests }) => requests).filter((line) => line.startsWith(method));
        const { status } = await fetch(`${before.origin}/api/v1/recipes`, { method, body: '{}' });
        expect([method, status, received().length]).toEqual([method, 502, 1]);
      }
    });

    test('no log holds a mailed token, also if there is no server', async () => {
      const secret = `mailed-${randomBytes(16).toString('hex')}`;
      const dying = await startDyingServer();
      const lost = await startBefore([dying.port]);
      for (const { origin: address, port, logs } of [proxy, lost]) {
        const paths = [
          `/reset-password?token=${secret}`,
          `/reset-password/?token=${secret}`,
          `/delete-account/${secret}`,
          `/delete-account/${secret}/`,
          `/Delete-Account/${secret}`,
          `/delete%2Daccount/${secret}`,
          `/privacy?token=${secret}`,
        ];
        for (const path of paths) await fetch(address + path);
        await fetch(`${address}/food.svg`, { headers: { referer: `${address}/delete-account/${secret}` } });
        await createRequester(`${address}/api/v1`)
          .post('/auth/reset-password', {
            token: secret,
            password: 'a long enough password',
            confirmPassword: 'a long enough password',
          })
          .catch(() => undefined);
        await fetch(`${address}/api/v1/last-line-of-${port}`);
        await expect.poll(logs).toContain(`last-line-of-${port}`);
        expect(logs()).toContain('/delete-account/-');
        expect(logs()).toContain('/reset-password');
        expect(logs()).not.toContain(secret);
      }
      expect(api.logLines.join('')).toContain('password_reset');
      expect(api.logLines.join('')).not.toContain(secret);
    });

    test.runIf(name === 'caddy')('gets its certificate for the domain of SITE_URL', () => {
      const { stdout } = spawnSync(
        program ?? '',
        ['adapt', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile', '--validate'],
        { encoding: 'utf8', env: { HOME: siteFolder, SITE_URL: 'https://meals.example.com' } },
      );
      const [server] = Object.values<{ listen: string[]; routes: unknown[] }>(
        JSON.parse(stdout).apps.http.servers,
      );
      // What it does on port 443 by itself: a certificate, and a redirect from port 80.
      expect(server).toMatchObject({
        listen: [':443'],
        routes: [{ match: [{ host: ['meals.example.com'] }] }],
      });
      expect(server).not.toHaveProperty('automatic_https');
    });
  });
}

/** What a client sees, besides what each host has of its own (ETag, date). */
async function ask(address: string, encoding = 'identity') {
  const response = await fetch(address, { redirect: 'manual', headers: { 'accept-encoding': encoding } });
  const { status, headers } = response;
  const ofFiles = ['content-type', 'cache-control', ...Object.keys(securityHeaders)];
  const compared = status === 302 ? ['location'] : ofFiles;
  const facts = { status, ...Object.fromEntries(compared.map((name) => [name, headers.get(name)])) };
  return { facts, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** From an address of this machine that no proxy has. */
async function resetFrom(port: number, localAddress: string, headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify({
    token: 'none',
    password: 'a long enough one',
    confirmPassword: 'a long enough one',
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      localAddress,
      method: 'POST',
      path: '/api/v1/auth/reset-password',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    },
    (response) => response.resume().on('end', resolve),
  );
  sent.on('error', reject).end(body);
  await promise;
}

/** Noise, which no format makes smaller. */
async function makeLargePicture(): Promise<Buffer> {
  const [width, height] = [1_840, 1_840];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function sendPicture(base: string, bytes: Buffer): Promise<Response> {
  return fetch(`${base}/admin/pictures`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${administrator.tokens.token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  });
}

/** Reads a request and closes the connection without an answer. */
async function startDyingServer(): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      requests.push(bytes.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => void server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}
