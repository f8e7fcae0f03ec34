import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { confirmTotp, removeTotp, startTotp } from '#contract/second-factor.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { formatDate } from '../../ui/format/format.ts';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { type SecurityState, showChangedSecurity } from './queries.ts';

const TITLE_ID = 'app-title';

type Secret = { secret: string; uri: string; code: { size: number; path: string } };

type Props = { state: SecurityState; onCodes: (codes: readonly string[]) => void };

/** An app on the phone that shows codes (RFC 6238). */
export function AuthenticatorApp({ state: { totp }, onCodes }: Props) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<Secret | null>(null);
  const start = useSingleMutation({
    mutationFn: async () => {
      const [{ data }, { qrCode }] = await Promise.all([call(startTotp), import('#forms/qr-code.ts')]);
      return { ...data, code: qrCode(data.uri) };
    },
    onSuccess: setSecret,
    onError: (error) => toast.error(errorMessage(error)),
    // The secret stays nowhere.
    gcTime: 0,
  });
  return (
    <Card title="Authenticator app" titleId={TITLE_ID}>
      {!secret && (
        <div className="factor">
          <p>
            {totp
              ? `Added on ${formatDate(totp.addedAt)}.`
              : 'An app on your phone shows a new code every 30 seconds. You type it after your password.'}
          </p>
          <div className="choices">
            <button
              type="button"
              className="secondary"
              aria-disabled={start.isPending || undefined}
              onClick={() => start.mutate()}
            >
              {start.isPending ? 'Preparing…' : totp ? 'Move to another phone' : 'Add an authenticator app'}
            </button>
            {totp && <RemoveButton />}
          </div>
        </div>
      )}
      {secret && (
        <Setup
          key={secret.secret}
          {...secret}
          onEnded={() => setSecret(null)}
          onConfirmed={(codes) => {
            setSecret(null);
            if (codes) onCodes(codes);
            toast.success('Authenticator app added');
            showChangedSecurity(client);
          }}
        />
      )}
    </Card>
  );
}

function RemoveButton() {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(removeTotp),
    onSuccess: ({ message }) => void toast.success(message || 'Authenticator app removed'),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => showChangedSecurity(client),
  });
  return (
    <ConfirmButton
      label="Remove"
      subject="the authenticator app"
      busyLabel="Removing…"
      isBusy={isPending}
      title="Remove your authenticator app?"
      isDestructive
      onConfirm={() => mutate()}
    >
      Its codes stop working. You can add an app again at any time.
    </ConfirmButton>
  );
}

type SetupProps = Secret & {
  onEnded: () => void;
  onConfirmed: (recoveryCodes: readonly string[] | null) => void;
};

function Setup({ secret, code, onEnded, onConfirmed }: SetupProps) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState('');
  useHeadingFocusOnRemoval(form);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { errors, isSending, onSubmit } = useSubmit({
    validate({ code: typed = '' }) {
      setRefusal('');
      return typed.trim() === '' ? { code: 'Enter the 6 digits that your app shows' } : null;
    },
    async send({ code: typed = '' }) {
      const { data } = await call(confirmTotp, { body: { code: typed.replaceAll(/\s/g, '') } });
      onConfirmed(data.recoveryCodes);
    },
    onError(error) {
      toast.error(errorMessage(error));
      const status = error instanceof ApiError ? error.status : 0;
      // Nothing is left that could be confirmed.
      if (status === 409) onEnded();
      if (status !== 422) return;
      setRefusal('That code isn’t right. Check that your phone’s clock is set automatically.');
      form.current?.querySelector('input')?.focus();
    },
  });
  return (
    <form
      ref={form}
      className="app-setup"
      method="post"
      noValidate
      aria-labelledby={TITLE_ID}
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path d={code.path} />
      </svg>
      <div>
        <p>Scan the code with your authenticator app. If you can’t scan it, enter this key by hand:</p>
        <p className="key">
          <code translate="no">{inGroups(secret)}</code>
          <button type="button" className="secondary" onClick={() => void copyText(secret, 'Key')}>
            Copy key
          </button>
        </p>
        <Field
          name="code"
          label="Code from the app"
          hint="The app now shows 6 digits. They prove that it works."
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors.code ?? (refusal || undefined)}
          required
        />
        <div className="choices">
          <SubmitButton isHydrated isBusy={isSending} label="Turn on" sending="Checking…" isQuiet />
          <button type="button" className="secondary" onClick={onEnded}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}

/** Four letters each, as apps show them, too. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
