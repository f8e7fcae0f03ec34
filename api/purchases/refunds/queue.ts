import { sql } from 'kysely';
import type { Platform } from '../../db/payment-tables.ts';
import type { Job } from '../../jobs/lease.ts';
import type { JobQueue } from '../../jobs/worker.ts';
import { type AskServices, describeFault } from '../ask-purchase.ts';
import { scheduleCheck } from '../schedule-check.ts';
import { lockRequest, storeAnswer } from './answer.ts';
import { type RequestRow, readRequest, WARNING_MS } from './list.ts';
import { readRules, ruleLeadMs } from './rules.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const STORE_TIMEOUT_MS = 20 * SECOND_MS;
/** Faults of ours. A store that does not answer counts as none, and is asked until the time is over. */
const backoffMs = Array.from({ length: 30 }, (_, failures) =>
  Math.min(5 * MINUTE_MS, 5 * SECOND_MS * 2 ** failures),
);
/** The customer may agree later, and the order may become known. */
const OBSTACLE_PAUSE_MS = 5 * MINUTE_MS;
/** Between attempts to send: a quarter of the time since the answer, so that a store that is back gets it soon. */
const RETRY_PART = 0.25;
const MIN_RETRY_MS = 10 * SECOND_MS;
const MAX_RETRY_MS = 10 * MINUTE_MS;

type Step = { kind: 'done' } | { kind: 'wait'; until: Date } | { kind: 'find' | 'send'; row: RequestRow };

/**
 * Sends the stored answers of one store, answers by the rule where no one has, and logs requests whose time is nearly over.
 * The answer is stored before it is sent: after a crash the same bytes are sent again, and only the first count there.
 */
export function createRefundQueue(services: AskServices, platform: Platform): JobQueue<'refund_requests'> {
  const { stores, log } = services;
  return {
    table: 'refund_requests',
    isKept: true,
    backoffMs,
    only: sql<boolean>`platform = ${platform}`,
    pausedUntil: stores[platform].pausedUntil,
    describe: ({ id }) => ({ refundRequestId: id, platform }),
    describeFailure: (error) => ({ summary: describeFault(error), isPermanent: false }),
    work: async (job, signal) => {
      const step = await nextStep(services, job);
      if (step.kind === 'done') return 'done';
      if (step.kind === 'wait') return { dueAt: step.until };
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(STORE_TIMEOUT_MS)]);
      const dueAt =
        step.kind === 'find'
          ? await findPurchase(services, step.row, timeout)
          : await send(services, step.row, timeout);
      if (signal.aborted) return 'stopped';
      log.debug({ refundRequestId: job.id, platform, dueAt }, 'a refund request was worked on');
      return dueAt ? { dueAt } : 'done';
    },
  };
}

/** What a request needs now. The rule answers here, with the request locked as for a person. */
async function nextStep({ db, clock, log }: AskServices, { id }: Job<'refund_requests'>): Promise<Step> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockRequest(transaction, id))) return { kind: 'done' };
    const now = clock();
    const row = await readRequest(transaction, id, now);
    if (row?.state !== 'open' && row?.state !== 'sending') return { kind: 'done' };
    const { platform, order_id: order, answer_due_at: answerDueAt } = row;
    const warnAt = new Date(answerDueAt.getTime() - WARNING_MS);
    if (row.warned_at === null && now >= warnAt && row.obstacle !== 'no_consent') {
      await transaction.updateTable('refund_requests').set({ warned_at: now }).where('id', '=', id).execute();
      log.error(
        { refundRequestId: id, platform, order, answerDueAt },
        'the time of a refund request ends in less than two hours, and the store has no answer',
      );
    }
    const wait = (until: Date): Step => ({
      kind: 'wait',
      until: earliest(until, answerDueAt, ...(now < warnAt ? [warnAt] : [])),
    });
    if (row.state === 'sending') {
      if (row.obstacle !== 'no_consent') return { kind: 'send', row };
      // A consent that was taken back holds also for an answer that was not sent yet.
      const problem = 'the customer no longer agrees to it';
      await transaction.updateTable('refund_requests').set({ problem }).where('id', '=', id).execute();
      return wait(new Date(now.getTime() + OBSTACLE_PAUSE_MS));
    }
    // Apple names the purchase itself.
    if (row.obstacle === 'unknown_purchase' && platform === 'android') return { kind: 'find', row };
    if (row.obstacle) return wait(new Date(now.getTime() + OBSTACLE_PAUSE_MS));
    const ruleAt = new Date(answerDueAt.getTime() - ruleLeadMs[platform]);
    if (now < ruleAt) return wait(ruleAt);
    const rule = (await readRules(transaction))[platform];
    if (rule === 'no_answer') return wait(answerDueAt);
    const actor = { kind: 'housekeeping', requestId: null } as const;
    await storeAnswer(transaction, { row, preference: rule, actor }, now);
    const answered = await readRequest(transaction, id, now);
    return answered ? { kind: 'send', row: answered } : { kind: 'done' };
  });
}

function earliest(...times: Date[]): Date {
  return new Date(Math.min(...times.map(Number)));
}

/** Looks for the purchase of an order that no charge is known of. Its check then books the charge. */
async function findPurchase(
  { db, stores, clock }: AskServices,
  { id, platform, order_id: order, answer_due_at: answerDueAt }: RequestRow,
  signal: AbortSignal,
): Promise<Date> {
  const found = await stores[platform].findOrder(order ?? '', signal);
  const now = clock();
  const [purchase] = found.kind === 'found' ? found.orders : [];
  if (purchase?.environment === 'production') {
    const { key, environment, productId, accountToken } = purchase;
    const check = { platform, key, environment, productId, accountToken, orders: [purchase.id] };
    const purchaseId = await scheduleCheck(db, check, now);
    await db
      .updateTable('refund_requests')
      .set({ purchase_id: purchaseId })
      .where('id', '=', id)
      .where('purchase_id', 'is', null)
      .execute();
  }
  return earliest(new Date(now.getTime() + OBSTACLE_PAUSE_MS), answerDueAt);
}

/** Returns when to try again; null if there is nothing more to do. */
async function send(
  { db, stores, clock, log }: AskServices,
  {
    id,
    platform,
    order_id: order,
    answer: body,
    answered_at: answeredAt,
    answer_due_at: answerDueAt,
  }: RequestRow,
  signal: AbortSignal,
): Promise<Date | null> {
  if (order === null || body === null || !answeredAt) return null;
  const result = await stores[platform].answerRefund({ order, body }, signal);
  const now = clock();
  const request = db.updateTable('refund_requests').where('id', '=', id).where('sent_at', 'is', null);
  const details = { refundRequestId: id, platform, order };
  if (result.kind === 'accepted') {
    await request.set({ sent_at: now, problem: null }).execute();
    log.info(details, 'the store has the answer to a refund request');
    return null;
  }
  await request
    .set({ problem: result.because, ...(result.kind === 'refused' ? { refused_at: now } : {}) })
    .execute();
  if (result.kind === 'refused') {
    log.error({ ...details, because: result.because }, 'a store refused the answer to a refund request');
    return null;
  }
  log.warn({ ...details, because: result.because }, 'an answer to a refund request could not be sent yet');
  const pause = Math.min(
    MAX_RETRY_MS,
    Math.max(MIN_RETRY_MS, (now.getTime() - answeredAt.getTime()) * RETRY_PART),
  );
  const next = new Date(Math.max(now.getTime() + pause, result.until?.getTime() ?? 0));
  return earliest(next, answerDueAt);
}
