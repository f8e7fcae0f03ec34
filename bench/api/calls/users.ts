import { readAudit } from '#contract/audit.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { endSessions, restoreUser, stopDeletion, suspendUser } from '#contract/users/access.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { listUsers, type UsersQuery } from '#contract/users/list.ts';
import { readUser } from '#contract/users/read.ts';
import { updateUser } from '#contract/users/update.ts';
import { readUserValues } from '#contract/users/values.ts';
import { addLeavers, addSignedIn, addUsers } from '../prepare/people.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getAbsentKeyword, getKeyword, keywordKinds } from './keywords.ts';
import { getPage, pageKinds } from './pages.ts';

const person = ({ samples }: Side, turn: number) => pick(samples.people, turn);
const ofPerson = (side: Side, turn: number) => ({ parameters: { userId: person(side, turn).id } });

const search = (variant: string, keyword: (side: Side, turn: number) => string) =>
  call(listUsers, (side, turn) => ({ query: { keyword: keyword(side, turn) } }), variant);

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const order = (turn: number) => pick(['asc', 'desc'] as const, turn);

/** Without properties that are undefined. */
type Query = { [Name in keyof UsersQuery]?: NonNullable<UsersQuery[Name]> };

/** Values that few, some and most users have, in each order, with a time and with a keyword. */
const filtered: Readonly<Record<string, (side: Side, turn: number) => Query>> = {
  active: () => ({ status: 'active' }),
  suspended: () => ({ status: 'suspended' }),
  deleted: () => ({ status: 'deleted' }),
  administrators: () => ({ role: 'admin' }),
  'not verified': () => ({ verification: 'pending' }),
  'onboarding in progress': () => ({ onboarding: 'in_progress' }),
  'an active subscription': () => ({ subscription: 'active' }),
  'an expired subscription': () => ({ subscription: 'expired' }),
  'a subscription on hold': () => ({ subscription: 'on_hold' }),
  'two values that no user has': () => ({ subscription: 'trialing', onboarding: 'not_started' }),
  'three values': () => ({ status: 'suspended', verification: 'verified', subscription: 'paused' }),
  'created on one day': (_, turn) => ({
    createdFrom: daysAgo(31 + (turn % 300)),
    createdBefore: daysAgo(30 + (turn % 300)),
  }),
  'created before a day': (_, turn) => ({ createdBefore: daysAgo(30 + (turn % 300)) }),
  'expired, created before a day': (_, turn) => ({
    subscription: 'expired',
    createdBefore: daysAgo(30 + (turn % 300)),
  }),
  'by name': (_, turn) => ({ sort: 'name', order: order(turn) }),
  'by email': (_, turn) => ({ sort: 'email', order: order(turn) }),
  'oldest first': () => ({ sort: 'created' }),
  'active, by name': (_, turn) => ({ status: 'active', sort: 'name', order: order(turn) }),
  'a deletion under way': () => ({ deletion: 'under_way' }),
  'a deletion under way, by name': (_, turn) => ({ deletion: 'under_way', sort: 'name', order: order(turn) }),
  erased: () => ({ deletion: 'erased' }),
  'deleted, by email': (_, turn) => ({ status: 'deleted', sort: 'email', order: order(turn) }),
  'created before a day, by name': (_, turn) => ({ createdBefore: daysAgo(30 + (turn % 300)), sort: 'name' }),
  'a first name, suspended': (_, turn) => ({
    keyword: getKeyword('a first name', turn),
    status: 'suspended',
  }),
  'a first name, expired, by name': (_, turn) => ({
    ...{ keyword: getKeyword('a first name', turn), subscription: 'expired', sort: 'name' },
  }),
  'one letter, deleted': (_, turn) => ({ keyword: getKeyword('one letter', turn), status: 'deleted' }),
  'two letters, expired': (_, turn) => ({
    keyword: getKeyword('two letters', turn),
    subscription: 'expired',
  }),
  'a domain, by email': (_, turn) => ({ keyword: getKeyword('a domain', turn), sort: 'email' }),
};

export const userCalls: readonly Call[] = [
  ...pageKinds.map((kind) =>
    call(
      listUsers,
      ({ samples: { users: rows } }, turn) => ({
        query: { page: getPage(kind, { rows, turn }), pageSize: 10 },
      }),
      kind,
    ),
  ),
  ...keywordKinds.map((kind) => search(kind, (_, turn) => getKeyword(kind, turn))),
  search('a whole email', (side, turn) => person(side, turn).email),
  search('the local part of an email', (side, turn) => person(side, turn).email.split('@')[0] ?? ''),
  search('a whole name', (side, turn) => `${person(side, turn).first_name} ${person(side, turn).last_name}`),
  search('a text that is not there', (_, turn) => getAbsentKeyword(turn)),
  ...Object.entries(filtered).map(([variant, query]) =>
    call(listUsers, (side, turn) => ({ query: { pageSize: 10, ...query(side, turn) } }), variant),
  ),
  call(readUserValues, () => ({})),
  call(exportUsers, () => ({ query: { role: 'admin' } }), 'administrators'),
  call(readUser, ofPerson),
  call(updateUser, (side, turn) => ({
    ...ofPerson(side, turn),
    body: { ...person(side, turn), phone: `+1 202 555 01${10 + (turn % 90)}` },
  })),
  preparedCall(
    suspendUser,
    ({ db }, count) => addUsers(db, { count, status: 'active' }),
    (userId) => ({ parameters: { userId } }),
  ),
  preparedCall(
    restoreUser,
    ({ db }, count) => addUsers(db, { count, status: 'suspended' }),
    (userId) => ({ parameters: { userId } }),
  ),
  preparedCall(
    stopDeletion,
    ({ db }, count) => addLeavers(db, count),
    (userId) => ({ parameters: { userId } }),
  ),
  preparedCall(
    endSessions,
    ({ db }, count) => addSignedIn(db, count),
    ({ id }) => ({ parameters: { userId: id } }),
  ),
  // After the updates, which it lists.
  call(readAudit, ofPerson),
  call(subscriptionHistory, ofPerson),
];
