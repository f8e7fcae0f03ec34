import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { type Administrator, mailPasswordLink } from '#contract/users/administrators.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../ui/feedback/use-single-mutation.ts';
import { fullName } from '../ui/format/format.ts';

export function PasswordLink({ administrator }: { administrator: Administrator }) {
  const { id, email, hasPassword } = administrator;
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(mailPasswordLink, { parameters: { id } }),
    onSuccess: ({ message }) => toast.success(message || 'The link is on its way.'),
    onError: (error) => toast.error(errorMessage(error)),
  });
  const name = fullName(administrator);
  return (
    <ConfirmButton
      label={hasPassword ? 'New password link' : 'Invite again'}
      subject={name}
      busyLabel="Sending…"
      isBusy={isPending}
      title={hasPassword ? `Email ${name} a password reset link?` : `Email ${name} a new invitation?`}
      onConfirm={() => mutate()}
    >
      The link goes to <bdi>{email}</bdi>. It works once, for one hour, and earlier links stop working.{' '}
      {hasPassword && 'The old password works until the link is used.'}
    </ConfirmButton>
  );
}
