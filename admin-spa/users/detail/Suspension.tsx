import {
  mutationOptions,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { restoreUser, suspendUser } from '#contract/users/access.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { fullName } from '../../ui/format/format.ts';
import { userQuery } from '../queries.ts';
import { applySavedUser, presentFields } from './update-user-mutation.ts';

const endpoints = { suspend: suspendUser, restore: restoreUser } as const;

/** Updates the badge and the lists at once. */
function suspensionMutation(client: QueryClient, userId: string) {
  return mutationOptions({
    mutationKey: ['users', 'suspend', userId],
    mutationFn: (what: keyof typeof endpoints) => call(endpoints[what], { parameters: { userId } }),
    onSuccess: ({ data, version }) => applySavedUser(client, userId, { user: presentFields(data), version }),
    // The user may have changed since they were loaded.
    onError: () => void client.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
  });
}

type Props = { user: User; userId: string; subject?: string | undefined };

/** It is shown for active and suspended users only. */
export function Suspension({ user, userId, subject }: Props) {
  const client = useQueryClient();
  const change = suspensionMutation(client, userId);
  const { mutate } = useMutation(change);
  const isBusy = useIsMutating({ mutationKey: change.mutationKey }) > 0;
  if (user.status !== 'active' && user.status !== 'suspended') return null;

  const isSuspended = user.status === 'suspended';
  const label = isSuspended ? 'Restore' : 'Suspend';
  return (
    <ConfirmButton
      label={label}
      subject={subject}
      busyLabel="Saving…"
      isBusy={isBusy}
      title={`${label} ${fullName(user)}?`}
      isDestructive={!isSuspended}
      onConfirm={() => {
        if (client.isMutating({ mutationKey: change.mutationKey }) > 0) return;
        mutate(isSuspended ? 'restore' : 'suspend', {
          onSuccess: ({ message }) => toast.success(message || 'User updated'),
          onError: (error) => toast.error(errorMessage(error)),
        });
      }}
    >
      {isSuspended
        ? 'They’ll be able to sign in again with their old password.'
        : 'All their sessions end now, and they can’t sign in until an administrator restores them. Nothing is deleted, and a store subscription continues.'}
    </ConfirmButton>
  );
}
