import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import {
  type Conflict,
  conflictIn,
  type listUsers,
  type User,
  type UserRow,
  updateUser,
} from '#contract/users.ts';
import { auditOf, userDetail, usersLists } from '../queries.ts';

/** What an update sends: the whole user, with the version that it was made from where the server counts them. */
export type WholeUser = Pick<User, 'id' | 'email' | 'role' | 'onboarding_status'> &
  Readonly<Record<'first_name' | 'last_name' | 'phone', string>> & { readonly version?: number };

type UsersAnswer = InferOutput<typeof listUsers.answer>;

/** The update of one user; the lists show it as soon as it is saved. */
export function updateUserMutation(client: QueryClient, userId: string) {
  return mutationOptions({
    mutationKey: ['users', 'save', userId],
    mutationFn: (user: WholeUser) => call(updateUser, { parameters: { userId }, body: user }),
    onSuccess: ({ data, version }, { version: _, ...sent }) =>
      applySavedUser(client, userId, { ...sent, ...presentFields(data) }, version),
    onError: (error) => {
      const conflict = conflictOf(error);
      return conflict && applySavedUser(client, userId, conflict.current, conflict.version);
    },
  });
}

/** What came between, where that is why an update was refused. */
export function conflictOf(error: unknown): Conflict | null {
  return error instanceof ApiError && error.status === 409 ? conflictIn(error.body) : null;
}

/** Shows what the server has wherever this user is kept already, and has lists and audit asked for again. */
export async function applySavedUser(
  client: QueryClient,
  userId: string,
  saved: Partial<User>,
  version: number | null,
): Promise<void> {
  const detail = userDetail(userId).queryKey;
  // An answer that is still on its way may be older than what was saved.
  await Promise.all([
    client.cancelQueries({ queryKey: detail }),
    client.cancelQueries({ queryKey: usersLists }),
  ]);
  client.setQueryData(detail, (old) =>
    old?.data
      ? { ...old, data: { ...old.data, ...saved, id: old.data.id }, version: version ?? old.version }
      : old,
  );
  client.setQueriesData<UsersAnswer>(
    { queryKey: usersLists },
    (old) => old && { ...old, data: old.data.map((row) => updatedRow(row, userId, saved)) },
  );
  void client.invalidateQueries({ queryKey: auditOf(userId).queryKey });
  await client.invalidateQueries({ queryKey: usersLists });
}

function updatedRow(row: UserRow, userId: string, saved: Partial<User>): UserRow {
  return String(row.id) === userId ? { ...row, ...saved, id: row.id } : row;
}

/** What a provider's answer says; one that leaves a field out has not emptied it. */
export function presentFields(user: User | null): Partial<User> {
  return Object.fromEntries(Object.entries(user ?? {}).filter(([, value]) => value !== null));
}
