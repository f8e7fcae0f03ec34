import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { mailFormMessages } from '#contract/messages.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { SuccessMessage } from '#forms/SuccessMessage.tsx';
import { useIsHydrated } from '#forms/use-is-hydrated.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { useSubmit } from '#forms/use-submit.ts';
import { ExpiredLink, isExpiredLink } from './ExpiredLink.tsx';
import { loadAccountRequests } from './load-account-requests.ts';

const FAILED = 'Sorry, unable to confirm the deletion request. Make sure your link was not expired';

/** Confirms on a press of the button only, because mail scanners open links. */
export function ConfirmDeletion() {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [token, setToken] = useState<string>();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isExpired, setIsExpired] = useState(false);
  useEffect(() => setToken(tokenIn(location.pathname)), []);
  const { isSending, onSubmit } = useSubmit({
    validate: () => null,
    async send() {
      if (!token) {
        toast.error(mailFormMessages.deletionToken);
        return;
      }
      const message = await (await loadAccountRequests()).confirmAccountDeletion(token);
      setAnswer(message || 'Your account is being deleted.');
    },
    onError(error) {
      toast.error(errorMessage(error, FAILED));
      setIsExpired(isExpiredLink(error));
    },
  });
  if (answer !== null) {
    return (
      <SuccessMessage>
        <p>{answer}</p>
      </SuccessMessage>
    );
  }
  return (
    <form method="post" onSubmit={onSubmit} aria-busy={isSending} {...preload}>
      {(token === '' || isExpired) && (
        <ExpiredLink
          missingText={isExpired ? undefined : mailFormMessages.deletionToken}
          renewalPage="/delete-account"
        />
      )}
      <SubmitButton
        isHydrated={isHydrated}
        isBusy={isSending}
        label="Delete my account"
        sending="Confirming…"
        isDestructive
      />
    </form>
  );
}

/** Empty if there is no token. */
function tokenIn(path: string): string {
  const part = path.match(/^\/delete-account\/([^/]*)/)?.[1] ?? '';
  if (part === 'confirm') return '';
  try {
    return decodeURIComponent(part).trim();
  } catch {
    // A broken escape: the server decides.
    return part;
  }
}
