import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { restoreUser, suspendUser } from '#contract/users.ts';
import { userDetail } from '../queries.ts';
import { applySavedUser, presentFields } from '../update/update-user-mutation.ts';

const endpoints = { suspend: suspendUser, restore: restoreUser } as const;

/** The suspension of one user and its end; badge and lists show it as soon as it is done. */
export function suspensionMutation(client: QueryClient, userId: string) {
  return mutationOptions({
    mutationKey: ['users', 'suspend', userId],
    mutationFn: (what: keyof typeof endpoints) => call(endpoints[what], { parameters: { userId } }),
    onSuccess: ({ data, version }) => applySavedUser(client, userId, presentFields(data), version),
    // What forbids it may have changed since this screen was loaded.
    onError: () => void client.invalidateQueries({ queryKey: userDetail(userId).queryKey }),
  });
}
