import { sql } from 'kysely';
import type { BulkRetry, PaymentSelection, RetryRow } from '#contract/payments/bulk.ts';
import { MAX_RETRIED_PAYMENTS } from '#contract/payments/list.ts';
import type { Actor } from '../../../audit/write.ts';
import { fromWhere } from '../../../db/lists/read-list.ts';
import type { Db } from '../../../db/schema.ts';
import { Problem } from '../../../http/problem.ts';
import {
  type BulkKind,
  type ListedJob,
  listJobRows,
  listJobs,
  readJob,
  startJob,
  stopJob,
} from '../../../jobs/background.ts';
import { paymentList, price } from '../list-payments.ts';

const notRecovered = [
  'failed',
  'store_unreachable',
  'still_failing',
  'not_retryable',
  'skipped',
  'pending',
] as const;

export const paymentRetry: BulkKind<'payment_retry'> = {
  name: 'payment_retry',
  subject: 'payment_id',
  results: [...notRecovered, 'recovered'],
  shownFirst: notRecovered,
  messages: { notFound: 'Retry not found.', hasEnded: 'This retry has already ended.' },
};

type NewRetry = {
  ids?: readonly number[] | undefined;
  selection: PaymentSelection;
  expected: number;
  notes: string;
  actor: Actor & { kind: 'administrator' };
};

/**
 * Notes the payments that the selection has now, for the worker. Throws 409 if these are not `expected` ones, 422 for
 * more than 10,000, and 404 if every chosen one is gone.
 */
export async function startBulkRetry(
  db: Db,
  { ids, selection, expected, notes, actor }: NewRetry,
  now: Date,
): Promise<number> {
  const found = ids ? chosenPayments(ids, expected) : listedPayments(selection, expected, now);
  return startJob(db, { kind: paymentRetry, details: { notes }, actor, ...found }, now);
}

/** Selects the chosen payments that still exist. */
function chosenPayments(ids: readonly number[], expected: number) {
  const chosen = [...new Set(ids)];
  if (chosen.length !== expected) throwOther(chosen.length);
  return {
    ids: sql`select id from failed_payments where id = any (${chosen}::integer[]) for key share`,
    check: (found: number) => {
      if (found === 0) throw new Problem(404, 'Failed payments not found.');
    },
  };
}

/** Selects exactly what the list shows. */
function listedPayments(selection: PaymentSelection, expected: number, now: Date) {
  return {
    ids: sql`
      select failed_payments.id ${fromWhere(paymentList(selection, now))}
      limit ${MAX_RETRIED_PAYMENTS + 1} for key share of failed_payments`,
    check: (found: number) => {
      if (found > MAX_RETRIED_PAYMENTS) throw new Problem(422, 'Narrow the list to at most 10,000 payments.');
      if (found !== expected) throwOther(found);
    },
  };
}

function throwOther(found: number): never {
  const number =
    found === 1 ? 'There’s now 1 payment' : `There are now ${found.toLocaleString('en-US')} payments`;
  throw new Problem(409, `${number}. The stores weren’t asked. Check the list again.`);
}

/** What runs, and what ended in the last day; running ones first, then the newest. */
export async function listBulkRetries(db: Db, now: Date): Promise<BulkRetry[]> {
  return toBulkRetries(db, await listJobs(db, paymentRetry, now), now);
}

/** Throws 404. */
export async function readBulkRetry(db: Db, retryId: number, now: Date): Promise<BulkRetry> {
  const [retry] = await toBulkRetries(db, [await readJob(db, paymentRetry, retryId)], now);
  if (!retry) throw new Error('A job was read and not shown.');
  return retry;
}

/** Questions that are asked get their answers. Throws 404 and 409. */
export async function stopBulkRetry(db: Db, retryId: number, now: Date): Promise<void> {
  await stopJob(db, { kind: paymentRetry, jobId: retryId }, now);
}

/** Failed ones first. Throws 404. */
export async function listRetryRows(
  db: Db,
  { retryId, page }: { retryId: number; page?: number | undefined },
): Promise<{ data: RetryRow[]; total: number }> {
  const { rows, total } = await listJobRows(db, paymentRetry, { jobId: retryId, page });
  const customers = await readCustomers(
    db,
    rows.map(({ subjectId }) => subjectId),
  );
  const data = rows.flatMap(({ subjectId, ...row }) => {
    const customer = customers.get(subjectId);
    // An erasure may remove a payment meanwhile.
    return customer ? [{ ...row, ...customer }] : [];
  });
  return { data, total };
}

async function readCustomers(db: Db, paymentIds: readonly number[]) {
  if (paymentIds.length === 0) return new Map<number, never>();
  const payments = await db
    .selectFrom('failed_payments')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'failed_payments.user_id').on('users.status', '<>', 'deleted'),
    )
    .where('failed_payments.id', 'in', paymentIds)
    .select(['failed_payments.id as paymentId', 'user_id as userId', 'email'])
    .execute();
  return new Map(payments.map((payment) => [payment.paymentId, payment]));
}

async function toBulkRetries(
  db: Db,
  jobs: readonly ListedJob<'payment_retry'>[],
  now: Date,
): Promise<BulkRetry[]> {
  const money = await readRecoveredMoney(
    db,
    jobs.map(({ id }) => id),
  );
  return jobs.map(({ details: _, dueAt, total, counts, ...shown }) => ({
    ...shown,
    waitsUntil: dueAt && dueAt > now ? dueAt.toISOString() : null,
    counts: { payments: total, ...counts },
    money: money
      .filter(({ jobId }) => jobId === shown.id)
      .map(({ currency, minor }) => ({ currency, minor })),
  }));
}

/** What each retry recovered, by currency, most payments first. A payment without a price does not count. */
async function readRecoveredMoney(db: Db, retryIds: readonly number[]) {
  if (retryIds.length === 0) return [];
  const { rows } = await sql<{ jobId: number; currency: string; minor: number }>`
    select job_id as "jobId", ${price.currency} as currency, sum(${price.minor})::float8 as minor
    from background_job_rows join failed_payments on failed_payments.id = payment_id
    where job_id = any (${retryIds}::integer[]) and background_job_rows.result = 'recovered'
      and ${price.minor} is not null
    group by 1, 2 order by count(*) desc, 2`.execute(db);
  return rows;
}
