import { type Kysely, sql, type Transaction } from 'kysely';
import type { BulkRetry, PaymentSelection, RetryResult, RetryRow } from '#contract/payments/bulk.ts';
import { MAX_RETRIED_PAYMENTS } from '#contract/payments/list.ts';
import { administratorName } from '../../../audit/read.ts';
import type { Actor } from '../../../audit/write.ts';
import { fromWhere } from '../../../db/lists/read-list.ts';
import type { Database } from '../../../db/schema.ts';
import { Problem } from '../../../http/problem.ts';
import { paymentList } from '../list-payments.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED = 20;
const ROWS_PER_PAGE = 50;
const KEPT_DAYS = 30;

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
  db: Kysely<Database>,
  { ids, selection, expected, notes, actor }: NewRetry,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('payment_retries')
      .values({ notes, started_at: now, started_by: actor.id, request_id: actor.requestId, due_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (ids) await noteChosen(transaction, { id, ids, expected });
    else await noteListed(transaction, { id, selection, expected }, now);
    return id;
  });
}

async function noteChosen(
  transaction: Transaction<Database>,
  { id, ids, expected }: { id: number; ids: readonly number[]; expected: number },
): Promise<void> {
  const chosen = [...new Set(ids)];
  if (chosen.length !== expected) throwOther(chosen.length);
  const { numAffectedRows } = await sql`
    insert into payment_retry_rows (retry_id, payment_id)
    select ${id}::integer, id from failed_payments where id = any (${chosen}::integer[]) for key share`.execute(
    transaction,
  );
  if (!numAffectedRows) throw new Problem(404, 'Failed payments not found.');
}

/** Exactly what the list shows. */
async function noteListed(
  transaction: Transaction<Database>,
  { id, selection, expected }: { id: number; selection: PaymentSelection; expected: number },
  now: Date,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into payment_retry_rows (retry_id, payment_id)
    select ${id}::integer, failed_payments.id ${fromWhere(paymentList(selection, now))}
    limit ${MAX_RETRIED_PAYMENTS + 1} for key share of failed_payments`.execute(transaction);
  const found = Number(numAffectedRows);
  if (found > MAX_RETRIED_PAYMENTS) throw new Problem(422, 'Narrow the list to at most 10,000 payments.');
  if (found !== expected) throwOther(found);
}

function throwOther(found: number): never {
  const number =
    found === 1 ? 'There’s now 1 payment' : `There are now ${found.toLocaleString('en-US')} payments`;
  throw new Problem(409, `${number}. The stores weren’t asked. Check the list again.`);
}

/** What runs, and what ended in the last day; running ones first, then the newest. */
export async function listBulkRetries(db: Kysely<Database>, now: Date): Promise<BulkRetry[]> {
  const rows = await retries(db)
    .where(({ eb, or }) =>
      or([eb('finished_at', 'is', null), eb('finished_at', '>', new Date(now.getTime() - DAY_MS))]),
    )
    .where(({ eb, or }) =>
      or([eb('given_up_at', 'is', null), eb('given_up_at', '>', new Date(now.getTime() - DAY_MS))]),
    )
    .orderBy(sql`finished_at is not null or given_up_at is not null`)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return toBulkRetries(db, rows, now);
}

/** Throws 404. */
export async function readBulkRetry(db: Kysely<Database>, retryId: number, now: Date): Promise<BulkRetry> {
  const rows = await retries(db).where('payment_retries.id', '=', retryId).execute();
  const [retry] = await toBulkRetries(db, rows, now);
  if (!retry) throw new Problem(404, 'Retry not found.');
  return retry;
}

/** Questions that are asked get their answers. Makes the retry due, so that it ends. Throws 404 and 409. */
export async function stopBulkRetry(db: Kysely<Database>, retryId: number, now: Date): Promise<void> {
  const { state } = await readBulkRetry(db, retryId, now);
  const { numUpdatedRows } = await db
    .updateTable('payment_retries')
    .set(({ eb }) => ({ state: 'stopped', due_at: now, generation: eb('generation', '+', 1) }))
    .where('id', '=', retryId)
    .where('state', '=', 'running')
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  if (state !== 'running' || numUpdatedRows === 0n) throw new Problem(409, 'This retry has already ended.');
}

/** Failed ones first, those that went well last. */
const rowOrder = sql`array_position(
  array['failed', 'store_unreachable', 'still_failing', 'not_retryable', 'skipped', 'pending', 'recovered'],
  payment_retry_rows.result)`;

/** Failed ones first. Throws 404. */
export async function listRetryRows(
  db: Kysely<Database>,
  { retryId, page = 1 }: { retryId: number; page?: number | undefined },
  now: Date,
): Promise<{ data: RetryRow[]; total: number }> {
  await readBulkRetry(db, retryId, now);
  const ofRetry = db.selectFrom('payment_retry_rows').where('retry_id', '=', retryId);
  const [{ total }, rows] = await Promise.all([
    ofRetry.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    ofRetry
      .innerJoin('failed_payments', 'failed_payments.id', 'payment_id')
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'failed_payments.user_id').on('users.status', '<>', 'deleted'),
      )
      .select([
        'payment_id as paymentId',
        'user_id as userId',
        'email',
        'payment_retry_rows.result',
        'message',
      ])
      .orderBy(rowOrder)
      .orderBy('payment_id')
      .limit(ROWS_PER_PAGE)
      .offset((page - 1) * ROWS_PER_PAGE)
      .execute(),
  ]);
  return { data: rows, total };
}

/** The checks and the audit log keep what was asked. */
export async function removeOldBulkRetries(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.deleteFrom('payment_retries').where('started_at', '<=', before).execute();
}

function retries(db: Kysely<Database>) {
  return db
    .selectFrom('payment_retries')
    .select(['id', 'state', 'started_at', 'finished_at', 'given_up_at', 'due_at', 'lease_id'])
    .select(administratorName('payment_retries.started_by').as('by'));
}

type ListedRetry = Awaited<ReturnType<ReturnType<typeof retries>['executeTakeFirstOrThrow']>>;

async function toBulkRetries(
  db: Kysely<Database>,
  rows: readonly ListedRetry[],
  now: Date,
): Promise<BulkRetry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const groups = await db
    .selectFrom('payment_retry_rows')
    .where('retry_id', 'in', ids)
    .select(['retry_id', 'result', sql<number>`count(*)::integer`.as('count')])
    .groupBy(['retry_id', 'result'])
    .execute();
  return rows.map((row) => {
    const own = groups.filter(({ retry_id }) => retry_id === row.id);
    const count = (result: RetryResult) => own.find((group) => group.result === result)?.count ?? 0;
    const isWaiting = row.state === 'running' && !row.given_up_at && !row.lease_id;
    return {
      id: row.id,
      state: row.given_up_at ? 'failed' : row.state,
      startedAt: row.started_at.toISOString(),
      finishedAt: (row.given_up_at ?? row.finished_at)?.toISOString() ?? null,
      startedBy: row.by,
      waitsUntil: isWaiting && row.due_at && row.due_at > now ? row.due_at.toISOString() : null,
      counts: {
        payments: own.reduce((sum, group) => sum + group.count, 0),
        pending: count('pending'),
        recovered: count('recovered'),
        still_failing: count('still_failing'),
        not_retryable: count('not_retryable'),
        store_unreachable: count('store_unreachable'),
        skipped: count('skipped'),
        failed: count('failed'),
      },
    };
  });
}
