import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import type { listUsers } from '#contract/users/list.ts';
import type { User, UserRow } from '#contract/users/records.ts';
import { type Conflict, readConflict, updateUser } from '#contract/users/update.ts';
import { reloadPending } from '../../ui/reload-pending.ts';
import { timelineKey, userListsKey, userQuery, userValuesKey } from '../queries.ts';

/** `version` is left out if the server does not count changes. */
export type UserUpdate = Pick<User, 'id' | 'email' | 'role' | 'onboarding_status'> &
  Readonly<Record<'first_name' | 'last_name' | 'phone', string>> & { readonly version?: number };

type UsersAnswer = InferOutput<typeof listUsers.answer>;

/** Lists show the update at once. */
export function updateUserMutation(client: QueryClient, userId: string) {
  return mutationOptions({
    mutationKey: ['users', 'save', userId],
    mutationFn: (user: UserUpdate) => call(updateUser, { parameters: { userId }, body: user }),
    onSuccess: ({ data, version }, { version: _, ...sent }) =>
      applySavedUser(client, userId, { user: { ...sent, ...presentFields(data) }, version }),
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return undefined;
      const { current: user, version } = conflict;
      return applySavedUser(client, userId, { user, version });
    },
  });
}

/** Returns the conflict, or null unless the update was refused as stale. */
export function conflictOf(error: unknown): Conflict | null {
  return error instanceof ApiError && error.status === 409 ? readConflict(error.body) : null;
}

/** Writes the saved user into every cached answer, and loads lists and audit log again. */
export async function applySavedUser(
  client: QueryClient,
  userId: string,
  { user, version }: { user: Partial<User>; version: number | null },
): Promise<void> {
  const detail = userQuery(userId).queryKey;
  client.setQueryData(detail, (old) =>
    old?.data
      ? { ...old, data: { ...old.data, ...user, id: old.data.id }, version: version ?? old.version }
      : old,
  );
  reloadPending(client, detail);
  client.setQueriesData<UsersAnswer>(
    { queryKey: userListsKey },
    (old) => old && { ...old, data: old.data.map((row) => updatedRow(row, userId, user)) },
  );
  void client.invalidateQueries({ queryKey: timelineKey(userId) });
  void client.invalidateQueries({ queryKey: userValuesKey });
  await client.invalidateQueries({ queryKey: userListsKey });
}

function updatedRow(row: UserRow, userId: string, saved: Partial<User>): UserRow {
  return String(row.id) === userId ? { ...row, ...saved, id: row.id } : row;
}

/** A provider may omit fields: that does not empty them. */
export function presentFields(user: User | null): Partial<User> {
  return Object.fromEntries(Object.entries(user ?? {}).filter(([, value]) => value !== null));
}
