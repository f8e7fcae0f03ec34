import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Database, MailKind, MailsTable } from '../db/schema.ts';
import { linkHours } from './link-hours.ts';
import type { Message, Transport } from './transport.ts';

type Queries = Kysely<Database> | Transaction<Database>;

export type QueuedMail = Selectable<MailsTable>;

/** The message of a queued mail. null where there is nothing to send: the address has no account, or a newer mail replaces this one. */
export type ComposeMail = (mail: QueuedMail, now: Date) => Promise<Message | null>;

/** Puts a mail into the queue; within a transaction it leaves only if that commits. */
export async function postMail(
  db: Queries,
  mail: { kind: MailKind; address: string; reason?: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      reason: null,
      ...mail,
      created_at: now,
      next_attempt_at: now,
      last_error: null,
      given_up_at: null,
    })
    .execute();
}

export type MailQueue = {
  /** Says that there may be something to do; otherwise the queue looks by itself every few seconds. */
  wake: () => void;
  /** Lets the mail in hand leave, for a few seconds at most. */
  stop: () => Promise<void>;
};

export type MailQueueOptions = {
  db: Kysely<Database>;
  transport: Transport;
  clock: () => Date;
  log: Logger;
  compose: ComposeMail;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between one failure and the next attempt; after the last of them the mail is given up. */
export const mailPauses = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/** Milliseconds between two looks at the queue: other servers and earlier runs leave work too. */
const INTERVAL = 5 * SECOND;
/**
 * Milliseconds between a call and the work it left: its answer is out by then, so that nobody can tell by its time
 * whether there was a mail to write.
 */
const CALM = 100;
/** Milliseconds that a mail in hand has when the server stops. */
const LAST_CHANCE = 5 * SECOND;

/**
 * Sends what the queue holds, one mail at a time. A mail in hand is a locked row: no other server touches it, and when
 * this one dies it is free at once. It is deleted when it has left, so every mail leaves once; only where that is in
 * doubt, because a server died or lost its connection between the two, it goes again under the same Message-ID, by
 * which mailboxes know a duplicate.
 */
export function startMailQueue(options: MailQueueOptions): MailQueue {
  const { log, transport } = options;
  const stopping = new AbortController();
  let woken = false;
  let rouse = (_pause: number) => {};

  const idle = () =>
    new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, woken ? CALM : INTERVAL);
      rouse = (pause) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, pause);
      };
    });

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const worked = await deliverNext(options).catch((error: unknown) => {
        log.error({ err: error }, 'the mail queue cannot be read');
        return false;
      });
      if (!worked && !stopping.signal.aborted) await idle();
    }
  };
  const running = run();

  return {
    wake: () => {
      // Not put off again by every further call.
      if (!woken) rouse(CALM);
      woken = true;
    },
    stop: async () => {
      stopping.abort();
      rouse(0);
      await Promise.race([running, new Promise((done) => setTimeout(done, LAST_CHANCE).unref())]);
      transport.close();
    },
  };
}

/** Sends the mail that has waited longest; false where none is due. */
async function deliverNext({ db, transport, clock, log, compose }: MailQueueOptions): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const mail = await transaction
      .selectFrom('mails')
      .where('given_up_at', 'is', null)
      .where('next_attempt_at', '<=', clock())
      .orderBy('next_attempt_at')
      .selectAll()
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return false;
    if (isTooOld(mail, clock())) {
      log.error(
        { mailId: mail.id, kind: mail.kind },
        'a mail could not leave while its link was good, and is dropped',
      );
      await transaction.deleteFrom('mails').where('id', '=', mail.id).execute();
      return true;
    }
    try {
      // Outside the transaction: a token must be good before its mail leaves, whatever comes after.
      const message = await compose(mail, clock());
      if (message) await transport.send(message);
    } catch (error) {
      await postpone(transaction, { mail, error, log }, clock());
      return true;
    }
    await transaction.deleteFrom('mails').where('id', '=', mail.id).execute();
    return true;
  });
}

/** Whoever asked for the link has asked again by now, or given up. */
function isTooOld({ kind, created_at }: QueuedMail, now: Date): boolean {
  const hours = kind === 'password_reset' || kind === 'deletion_request' ? linkHours[kind] : null;
  return hours !== null && now.getTime() - created_at.getTime() >= hours * HOUR;
}

async function postpone(
  transaction: Transaction<Database>,
  { mail, error, log }: { mail: QueuedMail; error: unknown; log: Logger },
  now: Date,
): Promise<void> {
  const failure = failureOf(error);
  const pause = failure.isFinal ? undefined : mailPauses[mail.attempts];
  const facts = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1, failure: failure.summary };
  if (pause === undefined) log.error(facts, 'a mail could not be sent and is given up');
  else log.warn(facts, 'a mail could not be sent and is tried again');
  await transaction
    .updateTable('mails')
    .set({
      attempts: mail.attempts + 1,
      last_error: failure.summary,
      ...(pause === undefined ? { given_up_at: now } : { next_attempt_at: new Date(now.getTime() + pause) }),
    })
    .where('id', '=', mail.id)
    .execute();
}

const smtpFault = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  command: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
});

/** What names the fault and quotes nobody: in an answer the mail server's words hold the address. */
function failureOf(error: unknown): { summary: string; isFinal: boolean } {
  if (!(error instanceof Error)) return { summary: typeof error, isFinal: false };
  const { code, command, responseCode } = v.parse(smtpFault, error);
  // A recipient refused with 5xx stays refused; a refused sign-in or sender is ours to mend.
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return { summary: [code, command, responseCode].filter(Boolean).join(' ') || error.name, isFinal };
}
