import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { mailFormMessages, PASSWORD_HINT, PASSWORDS_DIFFER } from '#contract/messages.ts';
import { Done } from '#forms/Done.tsx';
import { errorMessage } from '#forms/error-message.ts';
import { PasswordField } from '#forms/PasswordField.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useLive } from '#forms/use-live.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { useSubmit, type Values } from '#forms/use-submit.ts';
import { DeadLink, isDeadLink } from './DeadLink.tsx';
import { loadAccountRequests } from './load-account-requests.ts';
import { useResetToken } from './use-reset-token.ts';

export function ResetPassword() {
  const live = useLive();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const token = useResetToken();
  const [answer, setAnswer] = useState<string | null>(null);
  const [dead, setDead] = useState(false);
  const { errors, sending, onSubmit } = useSubmit({
    check,
    async send({ password = '', confirmPassword = '' }) {
      if (!token) {
        toast.error(mailFormMessages.resetToken);
        return;
      }
      const message = await (await loadAccountRequests()).setNewPassword(token, password, confirmPassword);
      history.replaceState(null, '', location.pathname);
      setAnswer(message || 'Your password is changed.');
    },
    failed(error) {
      toast.error(errorMessage(error));
      setDead(isDeadLink(error));
    },
  });
  if (answer !== null) {
    return (
      <Done>
        <p>{answer}</p>
        <p>
          Sign in with it in the app. Administrators <a href="/login">sign in here</a>.
        </p>
      </Done>
    );
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-busy={sending} {...preload}>
      {(token === null || dead) && (
        <DeadLink missing={dead ? undefined : mailFormMessages.resetToken} renewal="/forgot-password" />
      )}
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={errors.password}
        live={live}
        required
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword}
        live={live}
        required
      />
      <SubmitButton live={live} busy={sending} label="Set the password" sending="Saving…" />
    </form>
  );
}

function check({ password = '', confirmPassword = '' }: Values) {
  const required = mailFormMessages.passwords;
  if (password.trim() === '') return { password: required };
  if (confirmPassword.trim() === '') return { confirmPassword: required };
  return password === confirmPassword ? null : { confirmPassword: PASSWORDS_DIFFER };
}
