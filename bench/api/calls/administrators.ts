import { randomUUID } from 'node:crypto';
import { inviteAdministrator, listAdministrators, mailPasswordLink } from '#contract/users/administrators.ts';
import { addAdministrators } from '../prepare/people.ts';
import { type Call, call, preparedCall } from './call.ts';

export const administratorCalls: readonly Call[] = [
  call(inviteAdministrator, () => ({
    body: { first_name: 'Bench', last_name: 'Invited', email: `bench-${randomUUID()}@example.com` },
  })),
  preparedCall(
    mailPasswordLink,
    ({ db }, count) => addAdministrators(db, count),
    ({ id }) => ({ parameters: { id } }),
  ),
  call(listAdministrators, () => ({})),
];
