import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { createPushKey, encodeUnsigned } from '#tests/setup/stores/google/keys.ts';
import { PACKAGE_NAME } from '#tests/setup/stores/google/payloads.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';

const google = await startGoogleServer();
const services = { clock: () => new Date('2026-11-22T12:00:00Z'), authorization: google.authorization };
const connection = createGoogleConnection(google.settings, services);
const testPush = { version: '1.0', packageName: PACKAGE_NAME, testNotification: { version: '1.0' } };
const { body } = google.signPush(testPush);
const now = Math.floor(Date.now() / 1_000);

beforeEach(() => google.clear());

test('a good one is accepted, and the certificates are read once', async () => {
  const { verify } = createGoogleConnection(google.settings, services);
  for (const push of [google.signPush(testPush), google.signPush(testPush)]) {
    expect(await verify(push.body, push.authorization)).toMatchObject({ kind: 'verified' });
  }
  expect(google.requests.map(({ path }) => path)).toEqual(['/oauth2/v1/certs']);
});

test('the other name of the issuer', async () => {
  const push = google.signPush(testPush, { claims: { iss: 'accounts.google.com' } });
  expect(await connection.verify(push.body, push.authorization)).toMatchObject({ kind: 'verified' });
});

describe('refused', () => {
  const invalid = 'the push token has no valid signature, issuer or time';

  test.each([
    ['another audience', { aud: 'https://example.com' }, 'the push token is for another audience'],
    ['several audiences', { aud: [google.settings.pushAudience] }, 'the push token is for another audience'],
    [
      'another account',
      { email: 'push@other.iam.gserviceaccount.com' },
      'the push token is for another account',
    ],
    ['no account', { email: undefined }, 'the push token is for another account'],
    ['an unverified account', { email_verified: false }, 'the push token’s account isn’t verified'],
    ['a text', { email_verified: 'true' }, 'the push token’s account isn’t verified'],
    ['another issuer', { iss: 'https://accounts.example.com' }, invalid],
    ['an end that is over', { iat: now - 7_200, exp: now - 3_600 }, invalid],
    ['a start that is to come', { iat: now + 3_600, exp: now + 7_200 }, invalid],
    ['an end in years', { exp: now + 400 * 86_400 }, invalid],
    ['no end', { exp: undefined }, invalid],
  ])('a token with %s', async (_, claims, because) => {
    const push = google.signPush(testPush, { claims });
    expect(await connection.verify(push.body, push.authorization)).toEqual({ kind: 'forged', because });
  });

  test.each(['key-1', 'key-2'])('a token of another key that calls itself %s', async (id) => {
    const push = google.signPush(testPush, { key: createPushKey(id) });
    expect(await connection.verify(push.body, push.authorization)).toEqual({
      kind: 'forged',
      because: invalid,
    });
  });

  test('a token whose claims were changed', async () => {
    const [header, , signature] = google.signPush(testPush).authorization.split('.');
    const claims = Buffer.from(JSON.stringify({ ...google.createClaims(), sub: '1' })).toString('base64url');
    const authorization = [header, claims, signature].join('.');
    expect(await connection.verify(body, authorization)).toEqual({ kind: 'forged', because: invalid });
  });

  test('a token without a signature', async () => {
    const unsigned = encodeUnsigned({ alg: 'none', kid: 'key-1' }, google.createClaims());
    expect(await connection.verify(body, `Bearer ${unsigned}`)).toEqual({
      kind: 'forged',
      because: 'the request has no push token',
    });
    const claimed = encodeUnsigned({ alg: 'none', kid: 'key-1' }, google.createClaims(), 'YQ');
    expect(await connection.verify(body, `Bearer ${claimed}`)).toEqual({ kind: 'forged', because: invalid });
  });

  test("a token signed with Google's public certificate as a secret", async () => {
    const text = encodeUnsigned({ alg: 'HS256', kid: 'key-1' }, google.createClaims()).slice(0, -1);
    const certificates = await fetch(`${google.settings.certificatesUrl}/v1/certs`);
    const { 'key-1': certificate = '' }: Record<string, string> = JSON.parse(await certificates.text());
    const signature = createHmac('sha256', certificate).update(text).digest('base64url');
    expect(await connection.verify(body, `Bearer ${text}.${signature}`)).toEqual({
      kind: 'forged',
      because: invalid,
    });
  });

  test.each([null, '', 'Bearer', 'Bearer a.b', 'Basic YTpi', 'Bearer a.b.c.d', 'Bearer a.b.c, Bearer d.e.f'])(
    'the header %j',
    async (authorization) => {
      const because = 'the request has no push token';
      expect(await connection.verify(body, authorization)).toEqual({ kind: 'forged', because });
      expect(google.requests).toEqual([]);
    },
  );

  test.each(['__proto__', 'constructor', 'toString'])('a token of the key %s', async (kid) => {
    const token = encodeUnsigned({ alg: 'RS256', kid }, google.createClaims(), 'YQ');
    expect(await connection.verify(body, `Bearer ${token}`)).toEqual({ kind: 'forged', because: invalid });
  });

  test('a good token with the message of another subscription', async () => {
    const push = google.signPush(testPush, { subscription: 'projects/my-project/subscriptions/other' });
    expect(await connection.verify(push.body, push.authorization)).toEqual({
      kind: 'forged',
      because: 'the message is for another subscription',
    });
  });

  test.each(['', 'null', '{}', '{"message":', JSON.stringify(testPush)])(
    'a good token with the body %j, which has no id to remember it by',
    async (other) => {
      const { authorization } = google.signPush(testPush);
      expect(await connection.verify(other, authorization)).toEqual({
        kind: 'forged',
        because: 'the body isn’t a Pub/Sub message',
      });
    },
  );
});

describe("Google's certificates cannot be read now", () => {
  const unverifiable = { kind: 'unverifiable', because: 'Google’s certificates couldn’t be read' };
  const cached = { headers: { 'cache-control': 'max-age=19800' } };

  test.each([
    ['a page', new Response('<html>Sign in</html>', cached)],
    ['nothing', Response.json({}, cached)],
    ['other things', Response.json({ 'key-1': 'soon' }, cached)],
    ['a refusal', new Response('', { status: 404 })],
  ])('%s is no forgery, and is not kept', async (_, response) => {
    const { verify } = createGoogleConnection(google.settings, services);
    google.intercept = () => response.clone();
    const push = google.signPush(testPush);
    expect(await verify(push.body, push.authorization)).toEqual(unverifiable);
    google.intercept = null;
    expect(await verify(push.body, push.authorization)).toMatchObject({ kind: 'verified' });
  });

  test('nor is a refused connection', async () => {
    const settings = { ...google.settings, certificatesUrl: 'http://127.0.0.1:9/oauth2' };
    const { verify } = createGoogleConnection(settings, services);
    const push = google.signPush(testPush);
    expect(await verify(push.body, push.authorization)).toEqual(unverifiable);
  });
});
