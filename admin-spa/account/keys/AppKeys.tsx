import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { type AppKey, appScopes, listAppKeys, revokeAppKey, rollAppKey } from '#contract/app/keys.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { formatCount, formatDate, formatTime } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { PanelButton, usePanels } from '../../ui/list/PanelButton.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { NewKeyForm, type Secret } from './NewKeyForm.tsx';
import './app-keys.scss';

const TITLE = 'App keys';

const appKeysQuery = queryOptions({
  queryKey: ['app-keys'],
  queryFn: ({ signal }) => call(listAppKeys, { signal }),
});

/** Path `/account/keys`: the keys of the app's backend. */
export function AppKeys() {
  const client = useQueryClient();
  const query = useQuery(appKeysQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const panels = usePanels<'new'>();
  const [secret, setSecret] = useState<Secret | null>(null);
  const rows = query.data?.data ?? null;
  const columns: readonly Column<AppKey>[] = [
    { title: 'Name', isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { title: 'Scopes', kind: 'summary', cell: ({ scopes }) => describeScopes(scopes) },
    {
      title: 'Last used',
      kind: 'date',
      importance: 'high',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} hasTime /> : 'Never'),
    },
    {
      title: 'Expires after',
      kind: 'date',
      importance: 'high',
      cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : 'Never'),
    },
    {
      title: 'Requests a minute',
      kind: 'amount',
      importance: 'low',
      cell: ({ requestsPerMinute }) => formatCount(requestsPerMinute),
    },
    { title: 'Created', kind: 'date', importance: 'low', cell: ({ madeAt }) => <When at={madeAt} /> },
    { title: 'State', cell: ({ state }) => <Badge status={state} /> },
    {
      title: 'Actions',
      kind: 'actions',
      hasLabel: false,
      cell: (appKey) =>
        appKey.state === 'revoked' ? null : <KeyActions appKey={appKey} onSecret={setSecret} />,
    },
  ];
  return (
    <>
      <header className="screen-head">
        <h1>{TITLE}</h1>
        <PanelButton panels={panels} name="new" label="New key" className="primary" />
      </header>
      <p className="muted">
        The app’s server sends a key with each call. A key can do only what its scopes allow.
      </p>
      {secret && <SecretCard key={secret.secret} {...secret} onDone={() => setSecret(null)} />}
      {/* It is hidden, and not removed, so that what was typed stays. */}
      <div id={panels.id} hidden={panels.open === null}>
        <NewKeyForm
          onMade={(made) => {
            panels.close();
            setSecret(made);
            void client.invalidateQueries({ queryKey: appKeysQuery.queryKey });
          }}
        />
      </div>
      <QueryStates query={query} failure="The keys couldn’t be loaded." isLoaded={rows !== null}>
        {rows?.length === 0 ? (
          <p className="empty">There are no keys yet. Create one for the app’s server.</p>
        ) : (
          <FramedTable
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            className="records app-keys"
            caption={TITLE}
            skeletonRows={3}
            isBusy={query.isFetching}
          />
        )}
      </QueryStates>
    </>
  );
}

function describeScopes(scopes: AppKey['scopes']): string {
  return scopes.length === appScopes.length ? 'All scopes' : scopes.join(', ');
}

/** Shows the secret of a key that was just created or rolled, and takes the focus. */
function SecretCard({ name, secret, onDone }: Secret & { onDone: () => void }) {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocusOnRemoval(card);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section ref={card} className="card new-secret" aria-labelledby="secret-title">
      <h2 ref={heading} id="secret-title" tabIndex={-1}>{`Secret of ${name}`}</h2>
      <p>Copy it now and give it to the app’s server. It won’t be shown again.</p>
      <code translate="no">{secret}</code>
      <div className="choices">
        <button type="button" className="secondary" onClick={() => void copyText(secret, 'Secret')}>
          Copy
        </button>
        <button type="button" className="secondary" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}

type ActionProps = { appKey: AppKey; onSecret: (secret: Secret) => void };

/** The name is in each label, because there are several rows. */
function KeyActions({ appKey, onSecret }: ActionProps) {
  const { id, name, state, olderSecretEndsAt } = appKey;
  const client = useQueryClient();
  const actions = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(actions);
  const parameters = { id };
  const changed = {
    onError: (error: Error) => toast.error(errorMessage(error)),
    // A colleague may have changed the key.
    onSettled: () => void client.invalidateQueries({ queryKey: appKeysQuery.queryKey }),
  };
  const roll = useSingleMutation({
    ...changed,
    mutationFn: () => call(rollAppKey, { parameters }),
    onSuccess: ({ data }) => onSecret({ name, secret: data.secret }),
  });
  const revoke = useSingleMutation({
    ...changed,
    mutationFn: () => call(revokeAppKey, { parameters }),
    onSuccess: ({ message }) => void toast.success(message || 'Key revoked'),
  });
  return (
    <div ref={actions} className="choices">
      {state === 'active' && (
        <ConfirmButton
          label="Roll"
          subject={name}
          busyLabel="Rolling…"
          isBusy={roll.isPending}
          title={`Roll ${name}?`}
          onConfirm={() => roll.mutate()}
        >
          {olderSecretEndsAt
            ? `You get a new secret. The current one works for 24 more hours. The one before it works until ${formatTime(olderSecretEndsAt)}.`
            : 'You get a new secret. The current one works for 24 more hours.'}
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Revoke"
        subject={name}
        busyLabel="Revoking…"
        isBusy={revoke.isPending}
        title={`Revoke ${name}?`}
        isDestructive
        onConfirm={() => revoke.mutate()}
      >
        The key stops working right away, with all its secrets. You can’t undo this.
      </ConfirmButton>
    </div>
  );
}
