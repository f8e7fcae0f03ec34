import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { claimJob, releaseJob, renewLease } from '#api/jobs/lease.ts';
import { type JobQueue, startWorker } from '#api/jobs/worker.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

const { db } = await cloneDatabase();
const start = new Date('2026-05-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

async function addJob(address: string, at = start) {
  await enqueueMail(db, { kind: 'password_changed', address }, at);
}
const jobs = () => db.selectFrom('mails').selectAll().orderBy('created_at').execute();
const slow = { timeout: 20_000 };

function startTestWorker(queue: Partial<JobQueue<'mails'>>, clock = () => start) {
  const logLines: string[] = [];
  const worker = startWorker(
    { db, clock, log: createTestLog(logLines) },
    {
      table: 'mails',
      isKept: false,
      backoffMs: [1_000, 2_000],
      work: async () => 'done',
      describe: ({ id }) => ({ id }),
      describeFailure: (error) => ({ summary: String(error), isPermanent: false }),
      ...queue,
    },
  );
  onTestFinished(async () => {
    await worker.stop();
    await db.deleteFrom('mails').execute();
  });
  return { ...worker, logLines };
}

test('no other server gets a claimed job before its lease ends, and a renewal moves the end', async () => {
  onTestFinished(async () => {
    await db.deleteFrom('mails').execute();
  });
  await addJob('a@example.com');
  const claimed = await claimJob(db, 'mails', { now: start });
  expect(claimed?.job.address).toBe('a@example.com');
  expect(await claimJob(db, 'mails', { now: later(29) })).toBeNull();
  if (!claimed) return;
  expect(await renewLease(db, claimed.lease, later(20))).toBe(true);
  expect(await claimJob(db, 'mails', { now: later(31) })).toBeNull();
  const taken = await claimJob(db, 'mails', { now: later(50) });
  // The attempt of the first lease counts, but its server is this one, which lives.
  expect(taken).toMatchObject({ isAbandoned: false, job: { attempts: 1 } });
  expect(await renewLease(db, claimed.lease, later(50))).toBe(false);
  await releaseJob(db, claimed.lease, { dueAt: null });
  expect((await jobs())[0]).toMatchObject({ lease_id: taken?.lease.leaseId, due_at: start });
});

test('one job is claimed while several are due, whatever plan the database chooses', async () => {
  onTestFinished(async () => {
    await db.deleteFrom('mails').execute();
  });
  await addJob('a@example.com');
  // For a table of one row the planner puts the table outside, and the choice of the job into the loop over it.
  await sql`analyze mails`.execute(db);
  for (const name of ['b', 'c', 'd']) await addJob(`${name}@example.com`);
  await claimJob(db, 'mails', { now: start });
  expect((await jobs()).filter(({ lease_id }) => lease_id !== null)).toHaveLength(1);
});

test('a job whose lease another server has left is abandoned', async () => {
  onTestFinished(async () => {
    await db.deleteFrom('mails').execute();
  });
  await addJob('a@example.com');
  await db
    .updateTable('mails')
    .set({ lease_id: randomUUID(), lease_until: later(-1) })
    .execute();
  const claimed = await claimJob(db, 'mails', { now: start });
  expect(claimed).toMatchObject({ isAbandoned: true, job: { attempts: 1 } });
  if (claimed) await releaseJob(db, claimed.lease, { dueAt: start });
  expect(await claimJob(db, 'mails', { now: start })).toMatchObject({ isAbandoned: false });
});

test('jobs are worked on in the order of their due times, and not before', async () => {
  await addJob('second@example.com', later(-1));
  await addJob('first@example.com', later(-2));
  await addJob('later@example.com', later(1));
  const worked: string[] = [];
  const worker = startTestWorker({
    work: async ({ address }) => {
      worked.push(address);
      return 'done';
    },
  });
  worker.wake();
  await expect.poll(jobs, slow).toMatchObject([{ address: 'later@example.com', attempts: 0 }]);
  expect(worked).toEqual(['first@example.com', 'second@example.com']);
});

test('no transaction is open during the work', async () => {
  await addJob('a@example.com');
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const worker = startTestWorker({ work: () => end.then(() => 'done') });
  worker.wake();
  await expect.poll(async () => (await jobs())[0]?.lease_id, slow).toEqual(expect.any(String));
  await db.updateTable('mails').set({ reason: 'written during the work' }).execute();
  resolve();
  await expect.poll(jobs, slow).toEqual([]);
});

test('a job that is stopped is due at once for the next server', async () => {
  await addJob('a@example.com');
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const worker = startTestWorker({
    work: (_job, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve('stopped'));
        begin();
      }),
  });
  worker.wake();
  await hasBegun;
  expect((await jobs())[0]?.lease_id).toEqual(expect.any(String));
  await worker.stop();
  expect((await jobs())[0]).toMatchObject({ lease_id: null, due_at: start, attempts: 0 });
});

test('a job that ended its server each time is given up, and the log says so', async () => {
  await addJob('a@example.com');
  await db
    .updateTable('mails')
    .set({ attempts: 2, lease_id: crypto.randomUUID(), lease_until: later(-1) })
    .execute();
  const worker = startTestWorker({
    work: async () => {
      throw new Error('must not run');
    },
  });
  worker.wake();
  await expect.poll(async () => (await jobs())[0]?.given_up_at, slow).toEqual(start);
  expect((await jobs())[0]?.last_error).toBe('Error: each attempt ended its server');
  expect(worker.logLines.join()).toContain('given up');
});

test('a kept job stays without a due time, or with one that was set during the work', async () => {
  await addJob('a@example.com');
  await addJob('again@example.com', later(-1));
  const worker = startTestWorker({
    isKept: true,
    work: async ({ address, id }) => {
      if (address === 'again@example.com') {
        await db
          .updateTable('mails')
          .set({ due_at: later(60) })
          .where('id', '=', id)
          .execute();
      }
      return 'done';
    },
  });
  worker.wake();
  await expect
    .poll(async () => (await jobs()).map(({ due_at, lease_id }) => [due_at, lease_id]), slow)
    .toEqual([
      [later(60), null],
      [null, null],
    ]);
});

test('a job that became due again during its last attempt is not given up', async () => {
  onTestFinished(async () => void (await db.deleteFrom('mails').execute()));
  await addJob('a@example.com');
  const claimed = await claimJob(db, 'mails', { now: start });
  await db.updateTable('mails').set({ generation: 1 }).execute();
  if (claimed) {
    const failure = { summary: 'the last attempt', givenUpAt: start };
    await releaseJob(db, claimed.lease, { dueAt: start, failure });
  }
  expect((await jobs())[0]).toMatchObject({ given_up_at: null, last_error: 'the last attempt' });
  expect(await claimJob(db, 'mails', { now: start })).not.toBeNull();
});

test('work that goes on later is given back until then, and that is no failed attempt', async () => {
  await addJob('a@example.com');
  let now = start;
  const until = later(60);
  const worker = startTestWorker(
    { isKept: true, work: async () => (now < until ? { dueAt: until } : 'done') },
    () => now,
  );
  worker.wake();
  const given = { due_at: until, lease_id: null, attempts: 0, last_error: null };
  await expect.poll(async () => (await jobs())[0], slow).toMatchObject(given);
  now = until;
  worker.wake();
  await expect.poll(async () => (await jobs())[0], slow).toMatchObject({ due_at: null, attempts: 0 });
});
