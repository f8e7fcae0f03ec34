import { Environment } from '@apple/app-store-server-library';
import { describe, expect, test } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createChain, encodeUnsigned } from '#tests/setup/stores/apple/certificates.ts';
import {
  createData,
  createMessage,
  createRenewal,
  createTransaction,
  type Transaction,
} from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

const apple = await startAppleServer();
const services = {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  rootCertificates: apple.rootCertificates,
};
const connection = createAppleConnection(apple.settings, services);

function verify(signedPayload: string) {
  return connection.verify(JSON.stringify({ signedPayload }), null);
}

describe('refused', () => {
  const transaction = createTransaction();

  test.each(['', 'null', '{}', '{"signedPayload": 5}', 'signedPayload=eyJ'])('the body %j', async (body) => {
    const because = 'the body has no signedPayload';
    expect(await connection.verify(body, null)).toEqual({ kind: 'forged', because });
  });

  test.each(['', 'a', 'a.b.c', 'e30.e30.e30'])('the payload %j', async (signedPayload) => {
    expect(await verify(signedPayload)).toMatchObject({ kind: 'forged' });
  });

  test('a chain below another root', async () => {
    const signed = createChain().sign(createMessage({ notificationType: 'TEST', data: createData() }));
    expect(await verify(signed)).toEqual({ kind: 'forged', because: 'VERIFICATION_FAILURE' });
  });

  test("a certificate of Apple's root that is not of the App Store, as every developer has", async () => {
    const chain = createChain({ leafMarker: '1.2.840.113635.100.6.1.4' });
    const { verify } = createAppleConnection(apple.settings, { ...services, rootCertificates: [chain.root] });
    const signedPayload = chain.sign(createMessage({ notificationType: 'TEST', data: createData() }));
    const body = JSON.stringify({ signedPayload });
    expect(await verify(body, null)).toEqual({ kind: 'forged', because: 'VERIFICATION_FAILURE' });
  });

  test('a changed message', async () => {
    const [header, , signature] = apple.signNotification('TEST', undefined).split('.');
    const [, changed] = apple.signNotification('REFUND', undefined, transaction).split('.');
    const signed = [header, changed, signature].join('.');
    expect(await verify(signed)).toEqual({ kind: 'forged', because: 'VERIFICATION_FAILURE' });
  });

  test.each([
    ['another bundle', createData({ bundleId: 'com.example.other' })],
    ['another app', createData({ appAppleId: 5 })],
  ])('%s', async (_, data) => {
    const signed = apple.sign(createMessage({ notificationType: 'TEST', data }));
    expect(await verify(signed)).toEqual({ kind: 'forged', because: 'INVALID_APP_IDENTIFIER' });
  });

  test.each(['Xcode', 'LocalTesting', 'Moon'])('the environment %s, signed or not', async (environment) => {
    const data = createData({ environment });
    const message = createMessage({ notificationType: 'TEST', data });
    expect(await verify(apple.sign(message))).toEqual({ kind: 'forged', because: 'INVALID_ENVIRONMENT' });
    expect(await verify(encodeUnsigned(message))).toMatchObject({ kind: 'forged' });
  });

  test.each(['Production', 'Sandbox'])('a message of %s without a signature', async (environment) => {
    const message = createMessage({ notificationType: 'TEST', data: createData({ environment }) });
    expect(await verify(encodeUnsigned(message))).toMatchObject({ kind: 'forged' });
  });

  test.each([
    ['transaction', { signedTransactionInfo: tamper(apple.sign(transaction)) }],
    [
      'renewal',
      {
        signedTransactionInfo: apple.sign(transaction),
        signedRenewalInfo: tamper(apple.sign(createRenewal())),
      },
    ],
    [
      'transaction of the sandbox',
      { signedTransactionInfo: apple.sign(createTransaction({ environment: Environment.SANDBOX })) },
    ],
    [
      'transaction of another app',
      { signedTransactionInfo: apple.sign({ ...transaction, bundleId: 'x.y' }) },
    ],
    ['transaction without a signature', { signedTransactionInfo: encodeUnsigned(transaction) }],
  ])('a good message with a bad inner %s', async (_, inner) => {
    const signed = apple.sign(createMessage({ notificationType: 'REFUND', data: createData(inner) }));
    expect(await verify(signed)).toMatchObject({
      kind: 'forged',
      because: expect.stringMatching(/^[A-Z_]+$/),
    });
  });

  test.each(['notificationUUID', 'notificationType', 'signedDate'] as const)(
    'one without %s',
    async (name) => {
      const { [name]: _, ...message } = createMessage({ notificationType: 'TEST', data: createData() });
      expect(await verify(apple.sign(message))).toEqual({
        kind: 'forged',
        because: 'it has no ID, type, or date',
      });
    },
  );
});

test('certificates that cannot be checked now are no forgery', async () => {
  const chain = createChain({ ocspUrl: 'http://127.0.0.1:9/ocsp' });
  const { verify } = createAppleConnection(
    { ...apple.settings, checksOnline: true },
    { ...services, rootCertificates: [chain.root] },
  );
  const signedPayload = chain.sign(createMessage({ notificationType: 'TEST', data: createData() }));
  expect(await verify(JSON.stringify({ signedPayload }), null)).toEqual({
    kind: 'unverifiable',
    because: 'RETRYABLE_VERIFICATION_FAILURE',
  });
});

/** The transaction's price becomes zero, under the old signature. */
function tamper(signed: string): string {
  const [header, payload = '', signature] = signed.split('.');
  const content: Transaction = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...content, price: 0 })).toString('base64url');
  return [header, changed, signature].join('.');
}
