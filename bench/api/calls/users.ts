import { readAudit } from '#contract/audit.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { endSessions, restoreUser, suspendUser } from '#contract/users/access.ts';
import { listUsers } from '#contract/users/list.ts';
import { readUser } from '#contract/users/read.ts';
import { updateUser } from '#contract/users/update.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getAbsentKeyword, getKeyword, keywordKinds } from './keywords.ts';
import { getPage, pageKinds } from './pages.ts';
import { addSignedIn, addUsers } from './prepare.ts';

const person = ({ samples }: Side, turn: number) => pick(samples.people, turn);
const ofPerson = (side: Side, turn: number) => ({ parameters: { userId: person(side, turn).id } });

const search = (variant: string, keyword: (side: Side, turn: number) => string) =>
  call(listUsers, (side, turn) => ({ query: { keyword: keyword(side, turn) } }), variant);

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
    endSessions,
    ({ db }, count) => addSignedIn(db, count),
    ({ id }) => ({ parameters: { userId: id } }),
  ),
  // After the updates, which it lists.
  call(readAudit, ofPerson),
  call(subscriptionHistory, ofPerson),
];
