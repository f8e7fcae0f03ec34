import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { INVALID_EMAIL, readEmailAddress } from '#contract/email-address.ts';
import { DELETION_WORD, mailFormMessages } from '#contract/messages.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { SuccessMessage } from '#forms/SuccessMessage.tsx';
import { TextArea } from '#forms/TextArea.tsx';
import { useIsHydrated } from '#forms/use-is-hydrated.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { type FormValues, useSubmit } from '#forms/use-submit.ts';
import { loadAccountRequests } from './load-account-requests.ts';

/** The specification's text, with its two spaces. */
const FAILED = 'Sorry unable to send deletion request.  Please check your details submitted';

export function DeleteAccount() {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [answer, setAnswer] = useState<string | null>(null);
  const { errors, isSending, onSubmit } = useSubmit({
    validate,
    async send({ email = '', reason = '' }) {
      const { requestAccountDeletion } = await loadAccountRequests();
      const message = await requestAccountDeletion({
        email: readEmailAddress(email) ?? email,
        reason: reason.trim(),
      });
      setAnswer(message || 'Check your email. If we know that address, a link to confirm is on its way.');
    },
    onError: (error) => toast.error(errorMessage(error, FAILED)),
  });
  if (answer !== null) {
    return (
      <SuccessMessage>
        <p>{answer}</p>
        <p>
          Nothing is deleted until you open the link in that email and confirm. Nothing there? Check your spam
          folder.
        </p>
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
        hint="Your account’s email address."
        error={errors.email}
        required
      />
      <TextArea name="reason" label="Reason (optional)" rows={3} maxLength={2000} />
      <Field
        name="confirmation"
        label={`Type "${DELETION_WORD}" to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation}
        required
      />
      <SubmitButton
        isHydrated={isHydrated}
        isBusy={isSending}
        label="Request deletion"
        sending="Sending…"
        isDestructive
      />
    </form>
  );
}

function validate({ email = '', confirmation = '' }: FormValues) {
  if (email.trim() === '') return { email: mailFormMessages.email };
  if (confirmation !== DELETION_WORD) return { confirmation: mailFormMessages.confirmation };
  return readEmailAddress(email) === null ? { email: INVALID_EMAIL } : null;
}
