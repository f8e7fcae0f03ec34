import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { APIError, Environment, type ResponseBodyV2DecodedPayload } from '@apple/app-store-server-library';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import type { AppleSettings } from '#api/config/apple-settings.ts';
import { listen } from '#api/http/listen.ts';
import { createChain } from './certificates.ts';
import {
  APP_ID,
  BUNDLE_ID,
  createData,
  createMessage,
  createRenewal,
  createTransaction,
  type Renewal,
  type Transaction,
} from './payloads.ts';

type AppleSubscription = {
  /** 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked. */
  status: number;
  /** The newest last. */
  transactions: Transaction[];
  renewal: Renewal;
};

type RecordedRequest = { method: string; path: string; query: URLSearchParams; body: string };

export type AppleServer = {
  /** For `createAppleConnection`, with `rootCertificates`. */
  settings: AppleSettings;
  rootCertificates: Buffer[];
  /** By original transaction id. Those with the same account token belong to one customer. */
  subscriptions: Map<string, AppleSubscription>;
  /** Signed notifications that the store could not deliver. */
  undelivered: { production: string[]; sandbox: string[] };
  requests: RecordedRequest[];
  /** Every answer about a refund that was sent, in its bytes, by its transaction; only the first counts at Apple. */
  consumption: Map<string, string[]>;
  /** Extensions that were asked for, by original transaction. */
  extensions: Map<string, { extendByDays: number; extendReasonCode: number; requestIdentifier: string }[]>;
  /** By the number in the receipt. */
  receipts: Map<string, Transaction[]>;
  /** Whether App Store Connect has an address of ours. */
  hasWebhook: boolean;
  /** Transactions, and notifications, of a page. */
  pageSize: number;
  /** Signs what is answered. */
  sign: (payload: object) => string;
  /** Replaces or delays an answer. */
  intercept: ((request: Request) => Promise<Response> | Response | undefined) | null;
  /** An active subscription of `transactions`, or of one. */
  addSubscription: (
    changes?: Partial<AppleSubscription>,
    transactions?: Partial<Transaction>[],
  ) => AppleSubscription;
  /** A `signedPayload` as Apple posts it. */
  signNotification: (
    type: string,
    subtype: string | undefined,
    transaction?: Transaction | null,
    renewal?: Renewal | null,
    changes?: Partial<ResponseBodyV2DecodedPayload>,
  ) => string;
};

/** Speaks the wire format of the App Store Server API below `/production` and `/sandbox`, for this test file. */
export async function startAppleServer(): Promise<AppleServer> {
  const chain = createChain();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const app = new Hono();
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  afterAll(() => listener.close(0));
  const origin = `http://127.0.0.1:${listener.port}`;
  const server: AppleServer = {
    settings: {
      issuerId: '57246542-96fe-1a63-e053-0824d011072a',
      keyId: '2X9R4HXF34',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      bundleId: BUNDLE_ID,
      appId: APP_ID,
      acceptsSandbox: true,
      checksOnline: false,
      apiUrl: `${origin}/production`,
      sandboxApiUrl: `${origin}/sandbox`,
    },
    rootCertificates: [chain.root],
    subscriptions: new Map(),
    undelivered: { production: [], sandbox: [] },
    requests: [],
    consumption: new Map(),
    extensions: new Map(),
    receipts: new Map(),
    hasWebhook: true,
    pageSize: 20,
    sign: chain.sign,
    intercept: null,
    addSubscription: (changes = {}, transactions = [{}]) => {
      const subscription = {
        status: 1,
        transactions: transactions.map(createTransaction),
        renewal: createRenewal(),
        ...changes,
      };
      for (const { originalTransactionId } of subscription.transactions) {
        server.subscriptions.set(originalTransactionId, subscription);
      }
      return subscription;
    },
    signNotification: (notificationType, subtype, transaction = null, renewal = null, changes = {}) => {
      const inner = {
        ...(transaction ? { signedTransactionInfo: chain.sign(transaction) } : {}),
        ...(renewal ? { signedRenewalInfo: chain.sign(renewal) } : {}),
      };
      const environment = transaction?.environment ?? Environment.PRODUCTION;
      return chain.sign(
        createMessage({
          notificationType,
          ...(subtype === undefined ? {} : { subtype }),
          data: createData({ environment, ...inner }),
          ...changes,
        }),
      );
    },
  };
  answerRequests(app, server, publicKey);
  return server;
}

function answerRequests(app: Hono, server: AppleServer, publicKey: KeyObject): void {
  app.use(async (context, next) => {
    const { raw, method, path } = context.req;
    const body = method === 'POST' || method === 'PUT' ? await context.req.text() : '';
    server.requests.push({ method, path, query: new URL(raw.url).searchParams, body });
    const replaced = await server.intercept?.(raw);
    if (replaced) return replaced;
    return isSignedBy(publicKey, context.req.header('authorization'))
      ? next()
      : context.text('Unauthenticated', 401);
  });

  app.get('/:host/inApps/v1/subscriptions/:id', (context) => {
    const owned = findOfCustomer(server, context);
    if (owned.length === 0) return notFound(context, APIError.TRANSACTION_ID_NOT_FOUND);
    const lastTransactions = owned.map(({ status, transactions, renewal }) => ({
      status,
      originalTransactionId: transactions.at(-1)?.originalTransactionId,
      signedTransactionInfo: server.sign(transactions.at(-1) ?? {}),
      signedRenewalInfo: server.sign(renewal),
    }));
    const data = [{ subscriptionGroupIdentifier: '20800100', lastTransactions }];
    return context.json({ ...describeApp(context), data });
  });

  app.get('/:host/inApps/v2/history/:id', (context) => {
    const owned = findOfCustomer(server, context);
    if (owned.length === 0) return notFound(context, APIError.TRANSACTION_ID_NOT_FOUND);
    const changedAt = ({ revocationDate, purchaseDate }: Transaction) => revocationDate ?? purchaseDate;
    const sorted = owned
      .flatMap(({ transactions }) => transactions)
      .sort((one, other) => changedAt(other) - changedAt(one));
    if (context.req.query('sort') !== 'DESCENDING') sorted.reverse();
    const { items, next, hasMore } = takePage(sorted, context.req.query('revision'), server.pageSize);
    const signedTransactions = items.map(server.sign);
    return context.json({ ...describeApp(context), signedTransactions, revision: next, hasMore });
  });

  app.get('/:host/inApps/v1/transactions/:id', (context) => {
    const found = [...server.subscriptions.values()]
      .flatMap(({ transactions }) => transactions)
      .find(({ transactionId }) => transactionId === context.req.param('id'));
    if (!found || found.environment !== environmentOf(context)) {
      return notFound(context, APIError.TRANSACTION_ID_NOT_FOUND);
    }
    return context.json({ signedTransactionInfo: server.sign(found) });
  });

  app.get('/:host/inApps/v1/lookup/:number', (context) => {
    const found = server.receipts.get(context.req.param('number'));
    return context.json({ status: found ? 0 : 1, signedTransactions: (found ?? []).map(server.sign) });
  });

  app.put('/:host/inApps/v1/subscriptions/extend/:id', async (context) => {
    const id = context.req.param('id');
    const subscription = server.subscriptions.get(id);
    if (!subscription) return notFound(context, APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND);
    const { success, output } = v.safeParse(extensionSchema, await context.req.json());
    if (!success) return context.json({ errorCode: 4_000_000, errorMessage: 'General bad request' }, 400);
    if (subscription.status !== 1)
      return context.json(
        { errorCode: 4_030_004, errorMessage: 'Forbidden - subscription state ineligible' },
        403,
      );
    server.extensions.set(id, [...(server.extensions.get(id) ?? []), output]);
    const newest = subscription.transactions.at(-1);
    if (newest?.expiresDate) newest.expiresDate += output.extendByDays * 86_400_000;
    return context.json({
      ...{ originalTransactionId: id, webOrderLineItemId: '1', success: true },
      effectiveDate: newest?.expiresDate,
    });
  });

  app.put('/:host/inApps/v2/transactions/consumption/:id', async (context) => {
    const id = context.req.param('id');
    const isKnown = [...server.subscriptions.values()].some(({ transactions }) =>
      transactions.some(({ transactionId }) => transactionId === id),
    );
    if (!isKnown) return notFound(context, APIError.TRANSACTION_ID_NOT_FOUND);
    const text = await context.req.text();
    if (!v.safeParse(v.pipe(v.string(), v.parseJson(), consumptionSchema), text).success)
      return context.json({ errorCode: 4_000_000, errorMessage: 'General bad request' }, 400);
    server.consumption.set(id, [...(server.consumption.get(id) ?? []), text]);
    return context.body(null, 202);
  });

  app.post('/:host/inApps/v1/notifications/test', (context) =>
    server.hasWebhook
      ? context.json({ testNotificationToken: 'ce3af791-365e-4c60-841b-1674b43c1609_1795345200000' })
      : notFound(context, APIError.SERVER_NOTIFICATION_URL_NOT_FOUND),
  );

  app.post('/:host/inApps/v1/notifications/history', (context) => {
    const isSandbox = environmentOf(context) === Environment.SANDBOX;
    const all = server.undelivered[isSandbox ? 'sandbox' : 'production'];
    const { items, next, hasMore } = takePage(all, context.req.query('paginationToken'), server.pageSize);
    const attempt = { attemptDate: 1_795_345_200_000, sendAttemptResult: 'TIMED_OUT' };
    const notificationHistory = items.map((signedPayload) => ({ signedPayload, sendAttempts: [attempt] }));
    return context.json({ notificationHistory, hasMore, ...(hasMore ? { paginationToken: next } : {}) });
  });
}

/** Apple: ExtendRenewalDateRequest. */
const extensionSchema = v.strictObject({
  extendByDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90)),
  extendReasonCode: v.picklist([0, 1, 2, 3]),
  requestIdentifier: v.pipe(v.string(), v.uuid()),
});

/** Apple: ConsumptionRequest, of an auto-renewable subscription: it refuses a consumption percentage then. */
const consumptionSchema = v.strictObject({
  customerConsented: v.literal(true),
  deliveryStatus: v.picklist([
    'DELIVERED',
    'UNDELIVERED_QUALITY_ISSUE',
    'UNDELIVERED_WRONG_ITEM',
    'UNDELIVERED_SERVER_OUTAGE',
    'UNDELIVERED_OTHER',
  ]),
  sampleContentProvided: v.boolean(),
  refundPreference: v.optional(v.picklist(['DECLINE', 'GRANT_FULL', 'GRANT_PRORATED'])),
});

function environmentOf(context: Context): Environment {
  return context.req.param('host') === 'sandbox' ? Environment.SANDBOX : Environment.PRODUCTION;
}

function describeApp(context: Context) {
  return { environment: environmentOf(context), bundleId: BUNDLE_ID, appAppleId: APP_ID };
}

/** All subscriptions of the customer who has one with this id. */
function findOfCustomer({ subscriptions }: AppleServer, context: Context): AppleSubscription[] {
  const accountOf = ({ transactions }: AppleSubscription) => transactions.at(-1)?.appAccountToken;
  const found = subscriptions.get(context.req.param('id') ?? '');
  if (found?.transactions.at(-1)?.environment !== environmentOf(context)) return [];
  const account = accountOf(found);
  return account ? [...subscriptions.values()].filter((other) => accountOf(other) === account) : [found];
}

function takePage<Item>(all: readonly Item[], token: string | undefined, size: number) {
  const start = Number(token ?? 0);
  const items = all.slice(start, start + size);
  return { items, next: String(start + items.length), hasMore: start + items.length < all.length };
}

function notFound(context: Context, errorCode: number) {
  return context.json({ errorCode, errorMessage: 'Not found.' }, 404);
}

/** As Apple does: the JWT must be of our key. */
function isSignedBy(publicKey: KeyObject, authorization = ''): boolean {
  const [header = '', payload = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
}
