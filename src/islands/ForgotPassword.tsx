import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { mailFormMessages } from '#contract/messages.ts';
import { Done } from '#forms/Done.tsx';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { ADDRESS_PROBLEM, looksLikeAddress } from '#forms/mail-address.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useLive } from '#forms/use-live.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { useSubmit, type Values } from '#forms/use-submit.ts';
import { loadAccountRequests } from './load-account-requests.ts';

export function ForgotPassword() {
  const live = useLive();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [answer, setAnswer] = useState<string | null>(null);
  const { errors, sending, onSubmit } = useSubmit({
    check,
    async send({ email = '' }) {
      const message = await (await loadAccountRequests()).askForReset(email.trim());
      setAnswer(message || 'Look into your mail: if we know the address, a link is on its way.');
    },
    failed: (error) => toast.error(errorMessage(error)),
  });
  if (answer !== null) {
    return (
      <Done>
        <p>{answer}</p>
        <p>The link works for one hour. Nothing there? Look into the spam folder, then ask again.</p>
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
        error={errors.email}
        required
      />
      <SubmitButton live={live} busy={sending} label="Send the link" sending="Sending…" />
    </form>
  );
}

function check({ email = '' }: Values) {
  if (email.trim() === '') return { email: mailFormMessages.email };
  return looksLikeAddress(email) ? null : { email: ADDRESS_PROBLEM };
}
