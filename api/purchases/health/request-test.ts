import type { Kysely } from 'kysely';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import type { Stores } from '../ask-purchase.ts';
import { storeName } from '../outcome.ts';
import { receiveNotification } from '../receive-notification.ts';

const STORE_TIMEOUT_MS = 20_000;

type Services = { db: Kysely<Database>; stores: Stores; clock: () => Date };

/** The notification comes to our webhook later; that of the sandbox at once. Throws 409 and 503. */
export async function requestTest(
  { db, stores, clock }: Services,
  { platform, actor }: { platform: Platform; actor: Actor },
): Promise<void> {
  const { requestTest: request } = stores[platform];
  const store = storeName(platform);
  if (!request) throw new Problem(409, `${store} only sends test notifications from its own console.`);
  const changes = [{ field: 'store', from: null, to: store }];
  const entry = { action: 'test_notification_requested', userId: null, changes } as const;
  await writeAuditEntry(db, { actor, ...entry }, clock());
  const answer = await request(AbortSignal.timeout(STORE_TIMEOUT_MS));
  switch (answer.kind) {
    case 'requested':
      return;
    case 'arrives':
      await receiveNotification(db, answer.notification, clock());
      return;
    case 'refused':
      throw new Problem(409, answer.because);
    case 'not_now':
      throw new Problem(503, `${store} couldn’t be checked: ${answer.because}. Please try again later.`);
  }
}
