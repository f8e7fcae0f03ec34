import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { endSession } from '#client/session.ts';
import { signOutEverywhere } from '#contract/account.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../ui/feedback/use-single-mutation.ts';
import { accountQuery } from './queries.ts';

export function SignOutEverywhere() {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(signOutEverywhere),
    onSuccess: ({ message }) => {
      // The list is stale. It is loaded again after the next sign-in.
      void client.invalidateQueries({ queryKey: accountQuery.queryKey, refetchType: 'none' });
      toast.success(message || 'Signed out everywhere.');
      endSession();
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <ConfirmButton
      label="Sign out everywhere"
      busyLabel="Signing out…"
      isBusy={isPending}
      title="Sign out everywhere?"
      isDestructive
      onConfirm={() => mutate()}
    >
      All your sessions end now, on this device too. You’ll have to sign in again.
    </ConfirmButton>
  );
}
