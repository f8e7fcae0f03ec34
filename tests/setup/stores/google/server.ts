import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import type { GoogleSettings } from '#api/config/google-settings.ts';
import { listen } from '#api/http/listen.ts';
import { createPushKey, type PushKey } from './keys.ts';
import {
  createOrder,
  createProduct,
  createSubscription,
  PACKAGE_NAME,
  TOKEN,
  type WireOrder,
  type WireProduct,
  type WireSubscription,
} from './payloads.ts';

type VoidedPurchase = { purchaseToken: string; orderId: string; voidedTimeMillis: string } & Record<
  string,
  unknown
>;
type RecordedRequest = { method: string; path: string; query: URLSearchParams; body: string };
type Push = { body: string; authorization: string };
type PushChanges = {
  claims?: object;
  key?: PushKey;
  subscription?: string;
  messageId?: string;
};

export type GoogleServer = {
  /** For `createGoogleConnection`, with `authorization`. */
  settings: GoogleSettings;
  authorization: (url: string) => Promise<Headers>;
  /** By purchase token. */
  subscriptions: Map<string, WireSubscription>;
  orders: Map<string, WireOrder>;
  products: Map<string, WireProduct>;
  voided: VoidedPurchase[];
  /** Every answer about a chargeback that was sent, in its bytes, by its order; only the first counts at Google. */
  reviews: Map<string, string[]>;
  /** Acts of the developer, in the order of their calls. */
  acts: { call: string; body: unknown }[];
  /** Voided purchases of a page. */
  pageSize: number;
  requests: RecordedRequest[];
  /** Replaces or delays an answer. */
  intercept: ((request: Request) => Promise<Response> | Response | undefined) | null;
  /** A subscription under `TOKEN`, and its orders. */
  addSubscription: (changes?: Partial<WireSubscription>, orders?: WireOrder[]) => void;
  clear: () => void;
  /** The claims of a good push token, valid now. */
  createClaims: () => Record<string, unknown>;
  /** A push request of Pub/Sub. A text is sent as the data, as it is. */
  signPush: (notification: object | string, changes?: PushChanges) => Push;
};

const EMAIL = 'push@my-project.iam.gserviceaccount.com';
const AUDIENCE = 'https://meals.example.com/webhooks/google';
const SUBSCRIPTION = 'projects/my-project/subscriptions/google-play';
const ACCESS = 'Bearer an-access-token';

/** Speaks the wire format of the Google Play Developer API, for this test file. */
export async function startGoogleServer(): Promise<GoogleServer> {
  const key = createPushKey('key-1');
  const app = new Hono();
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  afterAll(() => listener.close(0));
  const origin = `http://127.0.0.1:${listener.port}`;
  const server: GoogleServer = {
    settings: {
      packageName: PACKAGE_NAME,
      pushAudience: AUDIENCE,
      pushEmail: EMAIL,
      pushSubscription: SUBSCRIPTION,
      serviceAccount: null,
      apiUrl: origin,
      certificatesUrl: `${origin}/oauth2`,
    },
    authorization: async () => new Headers({ authorization: ACCESS }),
    subscriptions: new Map(),
    orders: new Map(),
    products: new Map(),
    voided: [],
    reviews: new Map(),
    acts: [],
    pageSize: 20,
    requests: [],
    intercept: null,
    addSubscription: (changes = {}, orders = [createOrder(-1), createOrder(0), createOrder(1)]) => {
      server.subscriptions.set(TOKEN, createSubscription(changes));
      server.products.set('meals.monthly', createProduct());
      for (const order of orders) server.orders.set(order.orderId, order);
    },
    clear: () => {
      server.subscriptions.clear();
      server.orders.clear();
      server.products.clear();
      server.voided = [];
      server.reviews.clear();
      server.acts.length = 0;
      server.pageSize = 20;
      server.requests.length = 0;
      server.intercept = null;
    },
    createClaims: () => {
      // The library looks at the clock of the machine.
      const now = Math.floor(Date.now() / 1_000);
      return {
        iss: 'https://accounts.google.com',
        aud: AUDIENCE,
        email: EMAIL,
        email_verified: true,
        sub: '113774264463038321964',
        azp: '113774264463038321964',
        iat: now,
        exp: now + 3_600,
      };
    },
    signPush: (notification, changes = {}) => {
      const data = typeof notification === 'string' ? notification : JSON.stringify(notification);
      const messageId = changes.messageId ?? '2070443601311540';
      const publishTime = '2026-11-22T11:59:58.5Z';
      const message = {
        ...{ data: Buffer.from(data).toString('base64'), attributes: {}, messageId, publishTime },
        ...{ message_id: messageId, publish_time: publishTime },
      };
      const token = (changes.key ?? key).sign({ ...server.createClaims(), ...changes.claims });
      return {
        body: JSON.stringify({ message, subscription: changes.subscription ?? SUBSCRIPTION }),
        authorization: `Bearer ${token}`,
      };
    },
  };
  answerRequests(app, server, key);
  return server;
}

const base = `/androidpublisher/v3/applications/${PACKAGE_NAME}`;

function answerRequests(app: Hono, server: GoogleServer, key: PushKey): void {
  app.use(async ({ req }, next) => {
    const body = req.method === 'POST' ? await req.text() : '';
    const { pathname, searchParams: query } = new URL(req.url);
    server.requests.push({ method: req.method, path: pathname.replace(`${base}/`, ''), query, body });
    return (await server.intercept?.(req.raw)) ?? next();
  });
  app.get('/oauth2/v1/certs', (context) => {
    context.header('cache-control', 'public, max-age=19800, must-revalidate, no-transform');
    return context.json({ [key.id]: key.certificate });
  });
  app.get('/oauth2/v3/certs', (context) => context.json({ keys: [key.jwk] }));

  app.use('/androidpublisher/*', async (context, next) =>
    context.req.header('authorization') === ACCESS
      ? next()
      : googleError(context, { code: 401, reason: 'authError' }),
  );
  app.get(`${base}/purchases/subscriptionsv2/tokens/:token`, (context) =>
    answer(context, server.subscriptions.get(context.req.param('token'))),
  );
  app.get(`${base}/orders/:id`, (context) => answer(context, server.orders.get(context.req.param('id'))));
  app.get(`${base}/subscriptions/:id`, (context) =>
    answer(context, server.products.get(context.req.param('id'))),
  );
  app.post(`${base}/purchases/subscriptions/:product/tokens/:call{.+:acknowledge}`, async (context) => {
    const token = context.req.param('call').replace(/:acknowledge$/, '');
    const subscription = server.subscriptions.get(token);
    if (!subscription) return answer(context, undefined);
    subscription.acknowledgementState = 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED';
    delete subscription.outOfAppPurchaseContext;
    return context.json({});
  });
  app.post(`${base}/purchases/subscriptionsv2/tokens/:call{.+:(defer|cancel|revoke)}`, async (context) => {
    const [, token = '', verb = ''] = /^(.+):(\w+)$/.exec(context.req.param('call')) ?? [];
    const subscription = server.subscriptions.get(token);
    if (!subscription) return answer(context, undefined);
    const body: unknown = await context.req.json();
    if (!v.safeParse(actSchemas[verb as keyof typeof actSchemas], body).success)
      return googleError(context, { code: 400, reason: 'badRequest' });
    server.acts.push({ call: verb, body });
    return context.json({});
  });
  app.post(`${base}/orders/:call{.+:refund}`, async (context) => {
    const order = context.req.param('call').replace(/:refund$/, '');
    if (!server.orders.has(order)) return answer(context, undefined);
    server.acts.push({ call: `refund ${order}`, body: context.req.query() });
    return context.json({});
  });
  app.post(`${base}/orders/:call{.+:reviewrefund}`, async (context) => {
    const order = context.req.param('call').replace(/:reviewrefund$/, '');
    if (!server.orders.has(order)) return answer(context, undefined);
    const text = await context.req.text();
    if (!v.safeParse(v.pipe(v.string(), v.parseJson(), reviewSchema), text).success)
      return googleError(context, { code: 400, reason: 'badRequest' });
    server.reviews.set(order, [...(server.reviews.get(order) ?? []), text]);
    return context.json({});
  });
  app.get(`${base}/purchases/voidedpurchases`, (context) => {
    const { type, startTime, token } = context.req.query();
    const start = Number(token ?? 0);
    const all = server.voided.filter(
      ({ voidedTimeMillis }) => type === '1' && Number(voidedTimeMillis) >= Number(startTime),
    );
    const voidedPurchases = all.slice(start, start + server.pageSize);
    const next = start + server.pageSize;
    return context.json({
      ...(voidedPurchases.length > 0 ? { voidedPurchases } : {}),
      ...(next < all.length ? { tokenPagination: { nextPageToken: String(next) } } : {}),
    });
  });
}

/** Google: the requests of subscriptionsv2. */
const actSchemas = {
  defer: v.strictObject({
    deferralContext: v.strictObject({
      etag: v.optional(v.string()),
      deferDuration: v.pipe(v.string(), v.regex(/^\d+s$/)),
      validateOnly: v.boolean(),
    }),
  }),
  cancel: v.strictObject({
    cancellationContext: v.strictObject({
      cancellationType: v.picklist(['USER_REQUESTED_STOP_RENEWAL', 'DEVELOPER_REQUESTED_STOP_PAYMENTS']),
    }),
  }),
  revoke: v.strictObject({
    revocationContext: v.union([
      v.strictObject({ fullRefund: v.strictObject({}) }),
      v.strictObject({ proratedRefund: v.strictObject({}) }),
    ]),
  }),
};

/** Google: OrdersReviewRefundRequest. */
const reviewSchema = v.strictObject({
  pendingRefundToken: v.pipe(v.string(), v.minLength(1)),
  sampleContentProvided: v.boolean(),
  refundPreference: v.picklist(['DECLINE', 'APPROVE', 'NEUTRAL']),
  consumptionPercentageMilliunits: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  ),
});

function answer(context: Context, found: object | undefined) {
  return found ? context.json(found) : googleError(context, { code: 404, reason: 'notFound' });
}

function googleError(context: Context, error: { code: 400 | 401 | 404; reason: string }) {
  return context.json(toErrorBody(error), error.code);
}

/** As Google describes an error. */
export function toErrorBody({ code, reason }: { code: number; reason: string }) {
  const message = 'Some words of Google.';
  return { error: { code, message, errors: [{ message, domain: 'androidpublisher', reason }] } };
}
