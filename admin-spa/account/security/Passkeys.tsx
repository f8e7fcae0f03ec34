import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { addPasskey, removePasskey, startPasskey } from '#contract/second-factor.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { type SecurityState, showChangedSecurity } from './queries.ts';

const TITLE_ID = 'passkeys-title';

type Passkey = SecurityState['passkeys'][number];

type Props = { state: SecurityState; onCodes: (codes: readonly string[]) => void };

export function Passkeys({ state: { passkeys, passkeysPossible }, onCodes }: Props) {
  const isPossible = passkeysPossible && 'PublicKeyCredential' in window;
  return (
    <Card title="Passkeys" titleId={TITLE_ID}>
      <p>
        Your device confirms it’s you, with your fingerprint, face or screen lock. A passkey works only on
        this site, so no one can trick you into giving it away.
      </p>
      {passkeys.length > 0 && (
        <FramedTable
          columns={columns}
          rows={passkeys}
          keyOf={({ id }) => id}
          className="records narrow"
          labelledBy={TITLE_ID}
          skeletonRows={1}
          isBusy={false}
        />
      )}
      {isPossible ? (
        <NewPasskey onCodes={onCodes} />
      ) : (
        <p className="muted">
          {passkeysPossible
            ? 'This browser can’t create passkeys.'
            : 'This server can’t use passkeys: they need an address with a name and HTTPS.'}
        </p>
      )}
    </Card>
  );
}

const columns: readonly Column<Passkey>[] = [
  { title: 'Name', isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Added', kind: 'date', cell: ({ addedAt }) => <When at={addedAt} /> },
  {
    title: 'Last used',
    kind: 'date',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} hasTime /> : 'Never'),
  },
  {
    title: 'Action',
    kind: 'actions',
    hasLabel: false,
    cell: (passkey) => <RemoveButton passkey={passkey} />,
  },
];

function RemoveButton({ passkey: { id, name } }: { passkey: Passkey }) {
  const client = useQueryClient();
  const action = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(action);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(removePasskey, { parameters: { id } }),
    onSuccess: ({ message }) => void toast.success(message || 'Passkey removed'),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => showChangedSecurity(client),
  });
  return (
    <div ref={action}>
      <ConfirmButton
        label="Remove"
        subject={name}
        busyLabel="Removing…"
        isBusy={isPending}
        title={`Remove ${name}?`}
        isDestructive
        onConfirm={() => mutate()}
      >
        You can’t sign in with it any longer. Your device keeps it until you delete it there, too.
      </ConfirmButton>
    </div>
  );
}

/** Keeps the name until the passkey is added. */
function NewPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState('');
  const { errors, isSending, onSubmit } = useSubmit({
    validate({ name = '' }) {
      setRefusal('');
      return name.trim() === '' ? { name: 'Name is required' } : null;
    },
    async send({ name = '' }) {
      const [{ data: options }, { createPasskey }] = await Promise.all([
        call(startPasskey),
        import('#client/passkeys.ts'),
      ]);
      const credential = await createPasskey(options);
      const { data } = await call(addPasskey, { body: { name: name.trim(), credential } });
      form.current?.reset();
      toast.success('Passkey added');
      if (data.recoveryCodes) onCodes(data.recoveryCodes);
      showChangedSecurity(client);
    },
    onError(error) {
      toast.error(errorMessage(error));
      // It stays beside the name, because the notification goes.
      if (!(error instanceof ApiError && error.status === 422)) return;
      setRefusal(error.message);
      form.current?.querySelector('input')?.focus();
    },
  });
  return (
    <form
      ref={form}
      className="new-passkey"
      method="post"
      noValidate
      aria-label="New passkey"
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <Field
        name="name"
        label="Name"
        hint="So that you recognize it, such as “Work laptop”."
        autoComplete="off"
        maxLength={60}
        error={errors.name ?? (refusal || undefined)}
        required
      />
      <SubmitButton
        isHydrated
        isBusy={isSending}
        label="Add a passkey"
        sending="Waiting for your device…"
        isQuiet
      />
    </form>
  );
}
