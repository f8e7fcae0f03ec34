import type { RefundRule, RefundRules } from '#contract/refunds.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';

const HOUR_MS = 3_600_000;

/** How long before the end of a request its rule answers. */
export const ruleLeadMs: Readonly<Record<Platform, number>> = { ios: HOUR_MS, android: 3 * HOUR_MS };

/** What happens to the requests of each store that no one answers. */
export async function readRules(db: Db): Promise<RefundRules> {
  const rows = await db.selectFrom('refund_rules').select(['platform', 'rule']).execute();
  const rules: RefundRules = { ios: 'no_preference', android: 'no_preference' };
  for (const { platform, rule } of rows) rules[platform] = rule;
  return rules;
}

/** The new rule holds for requests that are open now, too. */
export async function setRule(
  db: Db,
  { store, rule, actor }: { store: Platform; rule: RefundRule; actor: Actor },
  now: Date,
): Promise<RefundRules> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('refund_rules')
      .where('platform', '=', store)
      .select('rule')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.rule !== rule) {
      await transaction.updateTable('refund_rules').set({ rule }).where('platform', '=', store).execute();
      const changes = [{ field: `refund_rule_${store}`, from: before.rule, to: rule }];
      const entry = { actor, action: 'refund_rule_changed', userId: null, changes } as const;
      await writeAuditEntry(transaction, entry, now);
    }
    return readRules(transaction);
  });
}
