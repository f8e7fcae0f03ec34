import { randomUUID } from 'node:crypto';
import { readActivity } from '#contract/activity.ts';
import { listGivenUpMails, retryMail } from '#contract/mails.ts';
import { fillLog, logActors } from '../fill-log.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getPage } from './pages.ts';

const ENTRIES_PER_USER = 2;
const HOUR_MS = 3_600_000;

const filled = new WeakMap<Side, Promise<void>>();

/** A log of two entries for each user, which is long where there are many users. */
function fillOnce(side: Side): Promise<void> {
  const { users, recipes } = side.samples;
  const filling = filled.get(side) ?? fillLog(side.db, { entries: users * ENTRIES_PER_USER, users, recipes });
  filled.set(side, filling);
  return filling;
}

type Filters = Readonly<Record<string, string | number>>;

function activity(variant: string, filters: (side: Side, turn: number) => Filters): Call {
  const plain = call(readActivity, (side, turn) => ({ query: filters(side, turn) }), variant);
  const open: Call['open'] = async (side, count) => {
    await fillOnce(side);
    return plain.open(side, count);
  };
  return { ...plain, open };
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Ids of mails that were given up. */
async function addGivenUpMails({ db }: Side, count: number): Promise<string[]> {
  const now = new Date();
  const rows = await db
    .insertInto('mails')
    .values(
      Array.from({ length: count }, () => ({
        kind: 'password_changed' as const,
        address: `bench-${randomUUID()}@example.com`,
        reason: null,
        created_at: now,
        due_at: now,
        attempts: 9,
        last_error: 'EENVELOPE RCPT TO 550',
        given_up_at: now,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const activityCalls: readonly Call[] = [
  activity('page 1', () => ({})),
  activity('page 1,000', ({ samples: { users } }, turn) => ({
    page: getPage('page 1,000', { rows: users * ENTRIES_PER_USER, turn }),
  })),
  activity('by a frequent administrator', () => ({ by: logActors.administrator })),
  activity('by a rare administrator', () => ({ by: logActors.rareAdministrator })),
  activity('by housekeeping', () => ({ by: 'housekeeping' })),
  activity('by the user', () => ({ by: 'owner' })),
  activity('a frequent action', () => ({ action: 'user_updated' })),
  activity('a rare action', () => ({ action: 'user_suspended' })),
  activity('an action that is not there', () => ({ action: 'account_closed' })),
  activity('about a user', (side, turn) => ({ record: `user:${pick(side.samples.people, turn).id}` })),
  activity('about a recipe', (side, turn) => ({ record: `recipe:${pick(side.samples.published, turn).id}` })),
  activity('about a payment', (_, turn) => ({ record: `payment:${1 + (turn % 1_000)}` })),
  activity('the last 24 hours', () => ({ from: ago(24) })),
  activity('a day a week ago', () => ({ from: ago(8 * 24), before: ago(7 * 24) })),
  activity('an administrator, an action, a day', () => ({
    by: logActors.administrator,
    action: 'recipe_updated',
    from: ago(24),
  })),
  activity('an administrator without such an action', () => ({
    by: 'housekeeping',
    action: 'payment_checked',
  })),
  call(listGivenUpMails, () => ({})),
  call(listGivenUpMails, () => ({ query: { page: 2 } }), 'page 2'),
  preparedCall(retryMail, addGivenUpMails, (id) => ({ parameters: { id } })),
];
