import type { Kysely } from 'kysely';
import type { AuditAction, Change } from '#contract/audit.ts';
import type { Database } from '../db/schema.ts';

/** The actor of a change, and the request in which it is made. */
export type Actor = { requestId: string | null } & (
  | { kind: 'administrator'; id: number }
  | { kind: 'owner' | 'command_line' | 'housekeeping' | 'start' }
);

type Entry = {
  actor: Actor;
  action: AuditAction;
  userId: number | null;
  /** The version of the user after the change, where it made a new one. */
  version?: number;
  paymentId?: number;
  changes?: readonly Change[];
};

/**
 * Adds an entry to the audit log, within the transaction of the change, so that neither is stored without the other.
 */
export async function writeAudit(
  transaction: Kysely<Database>,
  { actor, action, userId, version, paymentId, changes = [] }: Entry,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values({
      at: now,
      actor: actor.kind,
      actor_id: actor.kind === 'administrator' ? actor.id : null,
      action,
      user_id: userId,
      user_version: version ?? null,
      payment_id: paymentId ?? null,
      changes: JSON.stringify(changes),
      request_id: actor.requestId,
    })
    .execute();
}
