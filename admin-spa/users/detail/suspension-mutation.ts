import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { restoreUser, suspendUser } from '#contract/users/access.ts';
import { userQuery } from '../queries.ts';
import { applySavedUser, presentFields } from '../update/update-user-mutation.ts';

const endpoints = { suspend: suspendUser, restore: restoreUser } as const;

/** Updates badge and lists at once. */
export function suspensionMutation(client: QueryClient, userId: string) {
  return mutationOptions({
    mutationKey: ['users', 'suspend', userId],
    mutationFn: (what: keyof typeof endpoints) => call(endpoints[what], { parameters: { userId } }),
    onSuccess: ({ data, version }) => applySavedUser(client, userId, { user: presentFields(data), version }),
    // The user may have changed since they were loaded.
    onError: () => void client.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
  });
}
