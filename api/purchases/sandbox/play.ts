import type { Kysely } from 'kysely';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { StoreNotification } from '../store.ts';
import { type LifeStep, lifeSteps, playStep, recoveryOrder } from './life.ts';

type Step = { platform: Platform; key: string; productId: string; accountToken: string; step: LifeStep };

/** From now on the sandbox answers with this step. Returns the notification that its store would send. */
export async function playNotification(
  db: Kysely<Database>,
  { platform, key, productId, accountToken, step }: Step,
  now: Date,
): Promise<StoreNotification> {
  await playStep(db, { key, step }, now);
  return {
    platform,
    id: `${key}:${step}`,
    type: lifeSteps[step][platform],
    at: now,
    environment: 'production',
    purchase: { key, productId, accountToken },
    orders: step === 'refunded' ? [recoveryOrder(key)] : [],
    payload: { sandbox: step },
  };
}
