import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { deletion } from '#brand/deletion.ts';
import type { MailKind } from '#contract/mails.ts';
import type { Db, MailsTable } from '../db/schema.ts';
import { startWorker, type Worker, type WorkerServices } from '../jobs/worker.ts';
import type { Message, Transport } from './transport.ts';

export type QueuedMail = Selectable<MailsTable>;

export type ComposedMail = Message & {
  /** Called after the mail was handed over. */
  recordSent?: (now: Date) => Promise<void>;
};

/** Returns null if there is nothing to send: no account has the address, or a newer mail replaces this one. */
export type ComposeMail = (mail: QueuedMail, now: Date) => Promise<ComposedMail | null>;

type NewMail = {
  kind: MailKind;
  address: string;
  reason?: string | null;
  reminderId?: number;
  /** The administrator who invites. */
  invitedBy?: number;
  /** Browser and system of a sign-in. */
  device?: string;
};

/** In a transaction the mail is sent only if that commits. */
export async function enqueueMail(
  db: Db,
  { reminderId, invitedBy, ...mail }: NewMail,
  now: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      reason: null,
      ...mail,
      ...(reminderId === undefined ? {} : { reminder_id: reminderId }),
      ...(invitedBy === undefined ? {} : { invited_by: invitedBy }),
      created_at: now,
      due_at: now,
      last_error: null,
      given_up_at: null,
    })
    .execute();
}

type MailQueueOptions = WorkerServices & { transport: Transport; compose: ComposeMail };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between attempts. After the last one the mail is given up. */
export const mailBackoffMs = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** Deletes a mail after it was sent. docs/security.md says when a mail may be sent twice. */
export function startMailQueue({ transport, compose, ...services }: MailQueueOptions): Worker {
  const { clock, log } = services;
  const worker = startWorker(services, {
    table: 'mails',
    isKept: false,
    backoffMs: mailBackoffMs,
    describe: ({ id, kind }) => ({ mailId: id, kind }),
    describeFailure,
    recordPartialWork: (mail) => dropReminder(services.db, mail, clock()),
    work: async (mail) => {
      if (isExpired(mail, clock())) {
        const message = 'an email could not be sent before its link expired, and is deleted';
        log.error({ mailId: mail.id, kind: mail.kind }, message);
        return 'done';
      }
      const message = await compose(mail, clock());
      if (!message) return 'done';
      await transport.send(message);
      await message.recordSent?.(clock());
      return 'done';
    },
  });
  const stop = async () => {
    await worker.stop();
    transport.close();
  };
  return { wake: worker.wake, stop };
}

/** The customer did not get it: there can be another one. */
async function dropReminder(db: Db, { reminder_id }: QueuedMail, now: Date): Promise<void> {
  if (reminder_id === null) return;
  await db
    .updateTable('payment_reminders')
    .set({ dropped_at: now })
    .where('id', '=', reminder_id)
    .where('sent_at', 'is', null)
    .execute();
}

function isExpired({ kind, created_at }: QueuedMail, now: Date): boolean {
  const lifetimes: Partial<Record<MailKind, number>> = linkLifetimeHours;
  const hours = lifetimes[kind];
  return hours !== undefined && now.getTime() - created_at.getTime() >= hours * HOUR_MS;
}

const smtpErrorSchema = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  command: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
});

/** The answer of the mail server holds the address, so it is not quoted. */
function describeFailure(error: unknown): { summary: string; isPermanent: boolean } {
  if (!(error instanceof Error)) return { summary: typeof error, isPermanent: false };
  const { code, command, responseCode } = v.parse(smtpErrorSchema, error);
  // 5xx for a recipient is permanent. For the sign-in or the sender it is a configuration error and is retried.
  const isPermanent = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return { summary: [code, command, responseCode].filter(Boolean).join(' ') || error.name, isPermanent };
}

/** Links are valid this long after the mail was sent. */
export const linkLifetimeHours = {
  password_reset: 1,
  invitation: 72,
  deletion_request: deletion.linkHours,
} as const;
