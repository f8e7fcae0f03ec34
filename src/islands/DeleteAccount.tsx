import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { DELETION_WORD, mailFormMessages } from '#contract/messages.ts';
import { Done } from '#forms/Done.tsx';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { ADDRESS_PROBLEM, looksLikeAddress } from '#forms/mail-address.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { TextArea } from '#forms/TextArea.tsx';
import { useLive } from '#forms/use-live.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { useSubmit, type Values } from '#forms/use-submit.ts';
import { loadAccountRequests } from './load-account-requests.ts';

/** The specification's text, with its two spaces. */
const FAILED = 'Sorry unable to send deletion request.  Please check your details submitted';

export function DeleteAccount() {
  const live = useLive();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [answer, setAnswer] = useState<string | null>(null);
  const { errors, sending, onSubmit } = useSubmit({
    check,
    async send({ email = '', reason = '' }) {
      const message = await (await loadAccountRequests()).askForDeletion(email.trim(), reason.trim());
      setAnswer(message || 'Look into your mail: if we know the address, a link to confirm is on its way.');
    },
    failed: (error) => toast.error(errorMessage(error, FAILED)),
  });
  if (answer !== null) {
    return (
      <Done>
        <p>{answer}</p>
        <p>Nothing is deleted until you open the link in that mail and confirm.</p>
      </Done>
    );
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-busy={sending} {...preload}>
      <Field
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="The address of the account to delete."
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
      <SubmitButton live={live} busy={sending} label="Request deletion" sending="Sending…" danger />
    </form>
  );
}

function check({ email = '', confirmation = '' }: Values) {
  if (email.trim() === '') return { email: mailFormMessages.email };
  if (confirmation !== DELETION_WORD) return { confirmation: mailFormMessages.confirmation };
  return looksLikeAddress(email) ? null : { email: ADDRESS_PROBLEM };
}
