import type { AuditAction, Change } from '#contract/audit.ts';
import type { Db } from '../db/schema.ts';

export type Actor = { requestId: string | null } & (
  | { kind: 'administrator'; id: number }
  /** The key outlives its name: what was written down stays. */
  | { kind: 'app_backend'; keyName: string }
  | { kind: 'owner' | 'command_line' | 'housekeeping' | 'start' }
);

type Entry = {
  actor: Actor;
  action: AuditAction;
  userId: number | null;
  /** It is set if the change created a new version. */
  version?: number;
  paymentId?: number;
  recipeIds?: readonly number[];
  changes?: readonly Change[];
};

/** Must run in the transaction of the change, so that both are stored or neither. */
export async function writeAuditEntry(
  transaction: Db,
  { actor, action, userId, version, paymentId, recipeIds, changes = [] }: Entry,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values({
      at: now,
      actor: actor.kind,
      actor_id: actor.kind === 'administrator' ? actor.id : null,
      actor_key: actor.kind === 'app_backend' ? actor.keyName : null,
      action,
      user_id: userId,
      user_version: version ?? null,
      payment_id: paymentId ?? null,
      recipe_ids: recipeIds ? [...recipeIds] : null,
      changes: JSON.stringify(changes),
      request_id: actor.requestId,
    })
    .execute();
}
