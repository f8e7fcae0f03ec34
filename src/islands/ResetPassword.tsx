import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { mailFormMessages, PASSWORD_HINT, PASSWORDS_DIFFER } from '#contract/messages.ts';
import { errorMessage } from '#forms/error-message.ts';
import { PasswordField } from '#forms/PasswordField.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { SuccessMessage } from '#forms/SuccessMessage.tsx';
import { useIsHydrated } from '#forms/use-is-hydrated.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { type FormValues, useSubmit } from '#forms/use-submit.ts';
import { ExpiredLink, isExpiredLink } from './ExpiredLink.tsx';
import { loadAccountRequests } from './load-account-requests.ts';
import { useResetToken } from './use-reset-token.ts';

export function ResetPassword() {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const token = useResetToken();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isExpired, setIsExpired] = useState(false);
  const { errors, isSending, onSubmit } = useSubmit({
    validate,
    async send({ password = '', confirmPassword = '' }) {
      if (!token) {
        toast.error(mailFormMessages.resetToken);
        return;
      }
      const { resetAccountPassword } = await loadAccountRequests();
      const message = await resetAccountPassword({ token, password, confirmPassword });
      history.replaceState(null, '', location.pathname);
      setAnswer(message || 'Your password was changed.');
    },
    onError(error) {
      toast.error(errorMessage(error));
      setIsExpired(isExpiredLink(error));
    },
  });
  if (answer !== null) {
    return (
      <SuccessMessage>
        <p>{answer}</p>
        <p>
          Use it to sign in to the app. Administrators <a href="/login">sign in here</a>.
        </p>
      </SuccessMessage>
    );
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-busy={isSending} {...preload}>
      {(token === null || isExpired) && (
        <ExpiredLink
          missingText={isExpired ? undefined : mailFormMessages.resetToken}
          renewalPage="/forgot-password"
        />
      )}
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={errors.password}
        isHydrated={isHydrated}
        required
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword}
        isHydrated={isHydrated}
        required
      />
      <SubmitButton isHydrated={isHydrated} isBusy={isSending} label="Set new password" sending="Saving…" />
    </form>
  );
}

function validate({ password = '', confirmPassword = '' }: FormValues) {
  const required = mailFormMessages.passwords;
  if (password.trim() === '') return { password: required };
  if (confirmPassword.trim() === '') return { confirmPassword: required };
  return password === confirmPassword ? null : { confirmPassword: PASSWORDS_DIFFER };
}
