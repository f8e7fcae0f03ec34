import type pg from 'pg';
import { copyRows, takeIds } from '../db/copy.ts';
import type { Person } from './people/people.ts';
import type { DemoSubscription } from './people/subscriptions.ts';

/** So many people are in memory at once. */
const BATCH_SIZE = 5_000;

type WrittenPeople = { users: number; account_deletions: number; subscriptions: number; charges: number };

/** People with all that hangs on them, in batches. */
export async function* writePeople(
  client: pg.ClientBase,
  people: Iterator<Person>,
  { count, subscriptionsOf }: { count: number; subscriptionsOf: (person: Person) => DemoSubscription[] },
): AsyncGenerator<WrittenPeople> {
  for (let written = 0; written < count; written += BATCH_SIZE) {
    const ids = await takeIds(client, 'users', Math.min(BATCH_SIZE, count - written));
    yield await writeBatch(client, joinIds(ids, people), subscriptionsOf);
  }
}

type Stored<Row> = Row & { id: number };

/** Takes a row for each id. */
function* joinIds<Row extends object>(ids: readonly number[], rows: Iterator<Row>): Generator<Stored<Row>> {
  for (const id of ids) {
    const { done, value } = rows.next();
    if (done) throw new Error('There are more IDs than rows.');
    yield { id, ...value };
  }
}

/**
 * People are invented while PostgreSQL stores the ones before; each keeps its subscriptions until they are all stored.
 */
async function writeBatch(
  client: pg.ClientBase,
  people: Iterable<Stored<Person>>,
  subscriptionsOf: (person: Person) => DemoSubscription[],
): Promise<WrittenPeople> {
  const deletions: ReturnType<typeof createConfirmedDeletion>[] = [];
  const subscriptions: (DemoSubscription & { user_id: number })[] = [];
  function* users() {
    for (const person of people) {
      if (person.status === 'deleted') deletions.push(createConfirmedDeletion(person.id, person.updated_at));
      const own = subscriptionsOf(person);
      for (const subscription of own) subscriptions.push({ ...subscription, user_id: person.id });
      // The first write sets them: an update would write each row a second time.
      yield {
        ...person,
        external_id: `member-${person.id}`,
        is_deletion_under_way: person.status === 'deleted',
        subscription_status: own.at(-1)?.status ?? 'none',
        subscription_product: own.at(-1)?.product_id ?? null,
      };
    }
  }
  const usersWritten = await copyRows(client, 'users', users());
  const account_deletions = await copyRows(client, 'account_deletions', deletions);
  const ids = await takeIds(client, 'subscriptions', subscriptions.length);
  const stored = [...joinIds(ids, subscriptions.values())];
  const rows = stored.map(({ charges: _, ...row }) => row);
  await copyRows(client, 'subscriptions', rows);
  const charges = await copyRows(client, 'charges', chargesOf(stored));
  return { users: usersWritten, account_deletions, subscriptions: stored.length, charges };
}

function* chargesOf(subscriptions: readonly Stored<DemoSubscription>[]) {
  for (const { id, platform, charges } of subscriptions) {
    for (const [place, charge] of charges.entries()) {
      const { amount_cents: amount_minor } = charge;
      yield { ...charge, amount_minor, subscription_id: id, platform, order_id: `demo-${id}..${place}` };
    }
  }
}

function createConfirmedDeletion(user_id: number, at: Date) {
  return {
    user_id,
    reason: null,
    requested_at: at,
    confirmed_at: at,
    erased_at: null,
    status_before: 'active',
  };
}
