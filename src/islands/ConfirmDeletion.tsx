import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { mailFormMessages } from '#contract/messages.ts';
import { errorMessage, errorStatus } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { SuccessMessage } from '#forms/SuccessMessage.tsx';
import { useIsHydrated } from '#forms/use-is-hydrated.ts';
import { usePreloadOnFocus } from '#forms/use-preload-on-focus.ts';
import { useSubmit } from '#forms/use-submit.ts';
import { ExpiredLink, isExpiredLink } from './ExpiredLink.tsx';
import { loadAccountRequests } from './load-account-requests.ts';

const FAILED = 'Sorry, unable to confirm the deletion request. Make sure your link was not expired';

type Failure = 'expired' | 'unknown';

/**
 * Confirms on a press of the button only, because mail scanners open links. The other choice is a link to a message of
 * the page, which works without a script.
 */
export function ConfirmDeletion() {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadAccountRequests);
  const [token, setToken] = useState<string>();
  const [answer, setAnswer] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
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
      setFailure((earlier) => failureOf(error) ?? earlier);
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
    <div className="choices">
      <form method="post" onSubmit={onSubmit} aria-busy={isSending} {...preload}>
        {(token === '' || failure === 'expired') && (
          <ExpiredLink
            missingText={failure ? undefined : mailFormMessages.deletionToken}
            renewalPage="/delete-account"
          />
        )}
        {failure === 'unknown' && (
          <p className="problem">We can’t tell whether your account was deleted. Please try again.</p>
        )}
        <SubmitButton
          isHydrated={isHydrated}
          isBusy={isSending}
          label="Delete my account"
          sending="Deleting…"
          isDestructive
        />
      </form>
      {/* After a failure "Nothing was deleted" might be wrong. */}
      {failure === null && (
        <a className="keep" href={isSending ? undefined : '#kept'} aria-disabled={isSending || undefined}>
          Keep my account
        </a>
      )}
    </div>
  );
}

/** Null if the server certainly did nothing. */
function failureOf(error: unknown): Failure | null {
  if (isExpiredLink(error)) return 'expired';
  const status = errorStatus(error);
  return status === null || status === 422 || status === 429 ? null : 'unknown';
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
