import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { INVALID_EMAIL, readEmailAddress } from '#contract/email-address.ts';
import { mailFormMessages } from '#contract/messages.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { SuccessMessage } from '#forms/SuccessMessage.tsx';
import { useIsHydrated } from '#forms/use-is-hydrated.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { type FormValues, useSubmit } from '#forms/use-submit.ts';
import { loadAccountRequests } from './load-account-requests.ts';

export function ForgotPassword() {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [answer, setAnswer] = useState<string | null>(null);
  const { errors, isSending, onSubmit } = useSubmit({
    validate,
    async send({ email = '' }) {
      const message = await (await loadAccountRequests()).requestPasswordReset(
        readEmailAddress(email) ?? email,
      );
      setAnswer(message || 'Check your email. If we know that address, a link is on its way.');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  if (answer !== null) {
    return (
      <SuccessMessage>
        <p>{answer}</p>
        <p>The link works for one hour. Nothing there? Check your spam folder, then ask for another one.</p>
      </SuccessMessage>
    );
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-busy={isSending} {...preload}>
      <Field
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
        required
      />
      <SubmitButton isHydrated={isHydrated} isBusy={isSending} label="Send reset link" sending="Sending…" />
    </form>
  );
}

function validate({ email = '' }: FormValues) {
  if (email.trim() === '') return { email: mailFormMessages.email };
  return readEmailAddress(email) === null ? { email: INVALID_EMAIL } : null;
}
