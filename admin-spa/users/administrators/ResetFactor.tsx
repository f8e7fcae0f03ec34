import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { resetFactor } from '#contract/second-factor.ts';
import type { Administrator } from '#contract/users/administrators.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { fullName } from '../../ui/format/format.ts';
import { administratorsQuery } from './administrators-query.ts';

type Props = {
  administrator: Administrator;
  /** The button goes with the factor. */
  onReset: () => void;
};

/** For a colleague who has lost their phone and their recovery codes. */
export function ResetFactor({ administrator, onReset }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(resetFactor, { parameters: { id: administrator.id } }),
    onSuccess: ({ message }) => {
      onReset();
      toast.success(message || 'Second factor removed');
    },
    onError: (error) => toast.error(errorMessage(error)),
    // The colleague may have changed it, too.
    onSettled: () => void client.invalidateQueries({ queryKey: administratorsQuery.queryKey }),
  });
  const name = fullName(administrator);
  return (
    <ConfirmButton
      label="Reset second factor"
      subject={name}
      busyLabel="Resetting…"
      isBusy={isPending}
      title={`Reset the second factor of ${name}?`}
      isDestructive
      onConfirm={() => mutate()}
    >
      <span>All their passkeys, codes and sessions end, and we email </span>
      <bdi>{administrator.email}</bdi>
      <span>
        . Make sure that it’s really them who asks: until they add a new one, the password alone signs in.
      </span>
    </ConfirmButton>
  );
}
