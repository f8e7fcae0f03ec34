import { type Context, Hono } from 'hono';
import type { Platform } from '../db/payment-tables.ts';
import type { Dependencies } from '../dependencies.ts';
import { receiveBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { logNewKind, receiveNotification } from '../purchases/receive-notification.ts';
import { logRequest } from '../purchases/refunds/record.ts';

const MAX_BODY_KB = 64;
const TOO_LARGE = `A notification can have at most ${MAX_BODY_KB} KB.`;
const RETRY_AFTER_SECONDS = '60';

/**
 * POST /webhooks/apple and /webhooks/google. Verified before anything is stored, and answered without a question to the
 * store: 200; 204 for what is of no use; 401 for a forgery; 503 if it cannot be verified now, so that it comes again.
 */
export function webhookRoutes({ db, clock, stores, purchases, refunds, log }: Dependencies): Hono {
  const app = new Hono();

  const receive = async (context: Context, platform: Platform) => {
    const bytes = await receiveBody(context, { maxKb: MAX_BODY_KB, tooLarge: TOO_LARGE });
    const body = new TextDecoder().decode(bytes);
    const received = await stores[platform].verify(body, context.req.header('authorization') ?? null);
    if (received.kind !== 'verified') {
      log.warn({ platform, because: received.because }, `a notification is ${received.kind}`);
      if (received.kind === 'forged') throw new Problem(401, 'The signature isn’t valid.');
      throw new Problem(503, 'The signature can’t be verified right now.', {
        'retry-after': RETRY_AFTER_SECONDS,
      });
    }
    const { notification } = received;
    const result = await receiveNotification(db, notification, clock());
    if (result !== 'known') await logRequest({ db, log }, notification, clock());
    if (notification.review) refunds.wake();
    await logNewKind({ db, log }, notification);
    if (result === 'useless' && !notification.review && !notification.isNewKind) {
      log.info({ platform, type: notification.type }, 'a notification arrived that changes nothing');
      return context.body(null, 204);
    }
    if (result === 'new') purchases.wake();
    return context.json({ status: 200, message: 'OK' });
  };

  app.post('/webhooks/apple', (context) => receive(context, 'ios'));
  app.post('/webhooks/google', (context) => receive(context, 'android'));
  return app;
}
