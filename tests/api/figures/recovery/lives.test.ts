import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { findWrongFigures, rebuildFigures } from '#api/db/figures/recount.ts';
import { mulberry32 } from '#api/demo/random.ts';
import { readClosedCohorts, readCohorts } from '#api/payments/recovery/read-cohorts.ts';
import { readLosses, readRisk } from '#api/payments/recovery/read-money.ts';
import { setRate } from '#api/purchases/exchange-rates.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addLives, randomChange } from './bulk-lives.ts';
import { countPlainly } from './plain-figures.ts';
import { tellLives } from './told-lives.ts';

/** Random lives of failed payments: the kept figures equal a count of the rows, one by one. */

const LIVES = 10_000;
const TOLD_LIVES = 150;
const LANES = 4;
const NOW = new Date('2026-11-23T12:00:00Z');
const seed = randomInt(2 ** 32);
const random = mulberry32(seed);

const { db } = await cloneDatabase();

async function readKept(now: Date) {
  return {
    ...(await readCohorts(db, now)),
    risk: await readRisk(db),
    losses: await readLosses(db, now),
  };
}

async function expectPlainFigures() {
  for (const now of [NOW, new Date('2026-11-30T00:00:00Z'), new Date('2026-12-31T23:59:59Z')]) {
    const plain = await countPlainly(db, now);
    expect(await readKept(now)).toEqual(plain);
    const { from, until, results, medianDays } = plain.closed;
    expect(await readClosedCohorts(db, now)).toEqual({ from, until, results, medianDays });
  }
}

test(`lives that a store tells come to the result that they tell (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const told = await tellLives(db, { random, count: TOLD_LIVES, now: NOW });
  for (const { userId, ...expected } of told) {
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
  expect(new Set(told.map(({ result }) => result)).size).toBe(5);
  await expectPlainFigures();
});

test(`${LIVES} lives, changed at the same time, refunded, reopened and erased (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  await addLives(db, { random, count: LIVES, now: NOW });
  await expectPlainFigures();
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) => randomChange(db, { random, lane, lanes: LANES })),
    );
  }
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
    select id, ${NOW}, ${NOW}::timestamptz - case when id % 40 = 0 then interval '1 day' else interval '90 days' end, 'active'
    from users where id % 20 = 0`.execute(db);
  await sql`update users set status = 'deleted' where id % 20 = 0`.execute(db);
  await expectPlainFigures();
  expect(await eraseDueAccounts(db, NOW, createTestLog([]))).toBeGreaterThan(100);
  await expectPlainFigures();
  expect(await findWrongFigures(db)).toEqual([]);

  // Damage is found, and a rebuild mends it.
  const plain = await countPlainly(db, NOW);
  await sql`update recovery_figures set count = count + 3 where id = (
    select max(id) from recovery_figures where count > 0)`.execute(db);
  await sql`update risk_figures set minor = minor - 1, without_price = without_price + 1`.execute(db);
  await sql`delete from figures where name = 'ended billing'`.execute(db);
  const wrong = (await findWrongFigures(db)).map(({ figure }) => figure);
  expect(wrong).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^recovery \d{4}-\d\d-01 (ios|android) meals\./),
      'risk EUR',
      'risk JPY',
      'risk USD',
      expect.stringMatching(/^ended billing \d{4}-\d\d-01$/),
    ]),
  );
  expect(await readKept(NOW)).not.toEqual(plain);
  await db.transaction().execute(rebuildFigures);
  expect(await findWrongFigures(db)).toEqual([]);
  expect(await readKept(NOW)).toEqual(plain);
});
