import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import type { Database, TokenPurpose } from '#api/db/schema.ts';
import { changePassword, endOwnSession, readAccount, signOutEverywhere } from '#contract/account.ts';
import {
  adminLogin,
  confirmDeletion,
  forgotPassword,
  logout,
  refreshToken,
  requestDeletion,
  resetPassword,
} from '#contract/authentication.ts';
import { DELETION_WORD } from '#contract/messages.ts';
import { addAdministrators, addSignedIn, addUsers, PASSWORD } from '../prepare/people.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';

const NEW_PASSWORD = 'ten other quiet words for the bench';

const addOwn = ({ db }: Side, count: number) => addSignedIn(db, count);

/** Mailed tokens of new users. */
const addTokens = (purpose: TokenPurpose) => async (side: Side, count: number) => {
  const ids = await addUsers(side.db, { count, status: 'active' });
  return Promise.all(ids.map((userId) => issueToken(side.db, { userId, purpose })));
};

async function issueToken(
  db: Kysely<Database>,
  owner: { userId: number; purpose: TokenPurpose },
): Promise<string> {
  const now = new Date();
  const token = await issueOneTimeToken(
    db,
    { ...owner, carrier: { id: randomUUID(), created_at: now } },
    now,
  );
  if (token === null) throw new Error('A newer mail is queued.');
  return token;
}

export const accountCalls: readonly Call[] = [
  call(readAccount, () => ({})),
  preparedCall(endOwnSession, addOwn, ({ token, sessionId: id }) => ({ token, parameters: { id } })),
  preparedCall(signOutEverywhere, addOwn, ({ token }) => ({ token })),
  preparedCall(changePassword, addOwn, ({ token }) => ({
    token,
    body: { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  })),
  preparedCall(
    adminLogin,
    ({ db }, count) => addAdministrators(db, count),
    ({ email }) => ({ body: { email, password: PASSWORD } }),
  ),
  preparedCall(refreshToken, addOwn, (own) => ({ body: { refreshToken: own.refreshToken } })),
  preparedCall(logout, addOwn, ({ token }) => ({ token })),
  call(forgotPassword, ({ samples }, turn) => ({ body: { email: pick(samples.people, turn).email } })),
  preparedCall(resetPassword, addTokens('password_reset'), (token) => ({
    body: { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  })),
  call(requestDeletion, ({ samples }, turn) => ({
    body: { email: pick(samples.people, turn).email, confirmation: DELETION_WORD },
  })),
  preparedCall(confirmDeletion, addTokens('deletion_request'), (token) => ({ body: { token } })),
];
