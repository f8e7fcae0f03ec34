import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { changePassword } from '#contract/account.ts';
import { PASSWORD_HINT } from '#contract/messages.ts';
import { errorMessage } from '#forms/error-message.ts';
import { PasswordField } from '#forms/PasswordField.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { accountQuery } from './queries.ts';
import { validatePasswords } from './validate-passwords.ts';

/** Keeps what was typed until the password is changed. */
export function OwnPassword({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const { errors, isSending, onSubmit } = useSubmit({
    validate: validatePasswords,
    async send({ currentPassword = '', password = '', confirmPassword = '' }) {
      const body = { currentPassword, password, confirmPassword };
      const { message } = await call(changePassword, { body });
      form.current?.reset();
      toast.success(message || 'Your password has been changed.');
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <section className="card" aria-labelledby="password-title">
      <h2 id="password-title">Change your password</h2>
      <form
        ref={form}
        className="record-form"
        method="post"
        noValidate
        aria-labelledby="password-title"
        aria-busy={isSending}
        onSubmit={onSubmit}
      >
        {/* Password managers need the user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="fields">
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword}
            isHydrated
            required
          />
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={errors.password}
            isHydrated
            required
          />
          <PasswordField
            name="confirmPassword"
            label="Confirm new password"
            autoComplete="new-password"
            error={errors.confirmPassword}
            isHydrated
            required
          />
        </div>
        <SubmitButton isHydrated isBusy={isSending} label="Change password" sending="Saving…" />
      </form>
    </section>
  );
}
