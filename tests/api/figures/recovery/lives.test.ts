import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { mulberry32 } from '#api/demo/random.ts';
import { setRate } from '#api/purchases/exchange-rates.ts';
import { readCohorts, readLosses, readRisk } from '#api/purchases/payments/recovery-figures.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { findWrongStatuses } from '#tests/setup/api/purchases.ts';
import { seed } from '#tests/setup/seed.ts';
import { addLives } from './bulk-lives.ts';
import { countPlainly } from './plain-figures.ts';
import { playLives } from './scripted-lives.ts';

/** Random lives of failed payments: the figures equal a count of the rows, one by one. */

const LIVES = 3_000;
const SCRIPTED_LIVES = 60;
const NOW = new Date('2026-11-23T12:00:00Z');
const random = mulberry32(seed);

const { db } = await cloneDatabase();

async function expectPlainFigures() {
  for (const now of [NOW, new Date('2026-11-30T00:00:00Z'), new Date('2026-12-31T23:59:59Z')]) {
    const counted = {
      ...(await readCohorts(db, now)),
      risk: await readRisk(db),
      losses: await readLosses(db, now),
    };
    expect(counted).toEqual(await countPlainly(db, now));
  }
}

test(`lives that a store tells come to the result that they tell (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  const lives = await playLives(db, { random, count: SCRIPTED_LIVES, now: NOW });
  for (const { userId, ...expected } of lives) {
    const payments = await db
      .selectFrom('failed_payments')
      .where('user_id', '=', userId)
      .select(['result', 'stage', 'created_at', 'recovered_at'])
      .execute();
    const seen = payments.map(({ result, stage, created_at, recovered_at }) => ({
      ...{ result, stage },
      days: recovered_at && Math.floor((recovered_at.getTime() - created_at.getTime()) / 86_400_000),
    }));
    expect(seen).toEqual([expected]);
  }
  expect(new Set(lives.map(({ result }) => result)).size).toBe(5);
  await expectPlainFigures();
  expect(await findWrongStatuses(db)).toEqual([]);
});

test(`${LIVES} lives in every combination, converted and erased (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  await addLives(db, { random, count: LIVES, now: NOW });
  await expectPlainFigures();

  for (const [currency, dollars] of [
    ['EUR', '1.08'],
    ['JPY', '0.0066'],
  ] as const) {
    for (const month of ['2026-08', '2026-11']) await setRate(db, { currency, month, dollars }, NOW);
  }
  await expectPlainFigures();

  // Deletions that are due, and one more than is due: it is only hidden.
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at, status_before)
    select id, ${NOW}, ${NOW}::timestamptz - case when id % 120 = 0 then interval '1 day' else interval '90 days' end, 'active'
    from users where id % 60 = 0`.execute(db);
  await sql`update users set status = 'deleted' where id % 60 = 0`.execute(db);
  expect(await eraseDueAccounts(db, NOW, createTestLog([]))).toBeGreaterThan(20);
  await expectPlainFigures();
});
