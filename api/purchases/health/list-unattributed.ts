import { type Kysely, sql } from 'kysely';
import type { UnattributedPurchase } from '#contract/purchases/health.ts';
import type { Page } from '../../db/lists/page.ts';
import type { Database } from '../../db/schema.ts';
import { countForHealth, isUnattributed } from './read-health.ts';

/** Purchases that belong to no user, newest first, without their keys. */
export async function listUnattributedPurchases(
  db: Kysely<Database>,
  { offset, limit }: Page,
): Promise<{ data: UnattributedPurchase[]; total: number }> {
  const [rows, totals] = await Promise.all([
    db
      .selectFrom('purchases')
      .where(isUnattributed)
      .select(['id', 'platform', 'product_id', 'first_seen_at', 'raw_state'])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    sql<{ total: number }>`select ${countForHealth(sql`purchases where ${isUnattributed}`)} as total`.execute(
      db,
    ),
  ]);
  const data = rows.map(({ id, platform, product_id, first_seen_at, raw_state }) => ({
    ...{ id, store: platform, product: product_id, state: raw_state },
    firstSeenAt: first_seen_at.toISOString(),
  }));
  return { data, total: totals.rows[0]?.total ?? 0 };
}
