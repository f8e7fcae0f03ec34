import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { endSessions } from '#contract/users/access.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { fullName } from '../../ui/format/format.ts';
import { sessionsKey, timelineKey, userListsKey } from '../queries.ts';

type Props = { user: User; userId: string; subject?: string };

/** The colleague can sign in again. */
export function EndSessions({ user, userId, subject }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(endSessions, { parameters: { userId } }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
      void client.invalidateQueries({ queryKey: sessionsKey(userId) });
      void client.invalidateQueries({ queryKey: userListsKey });
      toast.success(message || 'Signed out everywhere.');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <ConfirmButton
      label="End sessions"
      subject={subject}
      busyLabel="Signing out…"
      isBusy={isPending}
      title={`End the sessions of ${fullName(user)}?`}
      onConfirm={() => mutate()}
    >
      They’ll be signed out on every device, and can sign in again with their password.
    </ConfirmButton>
  );
}
