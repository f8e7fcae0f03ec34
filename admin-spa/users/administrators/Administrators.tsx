import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'wouter';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { roleNames } from '#contract/roles.ts';
import { type Administrator, mailPasswordLink } from '#contract/users/administrators.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { UserLink } from '../../records/UserLink.tsx';
import { routes } from '../../routes.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { fullName } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { PanelButton, usePanels } from '../../ui/list/PanelButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { EndSessions } from '../detail/EndSessions.tsx';
import { Suspension } from '../detail/Suspension.tsx';
import { administratorsQuery } from './administrators-query.ts';
import { InvitationForm } from './InvitationForm.tsx';
import { ResetFactor } from './ResetFactor.tsx';
import { RoleChange } from './RoleChange.tsx';
import './administrators.scss';

const TITLE = 'Administrators';

const columns: readonly Column<Administrator>[] = [
  {
    title: 'Name',
    isRowHeader: true,
    cell: (administrator) => (
      <>
        <UserLink user={administrator} />
        <span>{administrator.isOneself && ' (you)'}</span>
      </>
    ),
  },
  { title: 'Email', kind: 'address', cell: ({ email }) => email },
  { title: 'Role', cell: ({ administrator_role }) => roleNames[administrator_role] },
  {
    title: 'Status',
    cell: ({ status, hasPassword }) => (
      <Badge status={status === 'active' && !hasPassword ? 'invited' : status} />
    ),
  },
  {
    title: 'Last used',
    kind: 'date',
    importance: 'medium',
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} hasTime />,
  },
  { title: 'Sessions', kind: 'amount', importance: 'medium', cell: ({ sessions }) => sessions },
  {
    title: 'Actions',
    kind: 'actions',
    hasLabel: false,
    cell: (administrator) => <Actions administrator={administrator} />,
  },
];

/** Path `/administrators`. */
export function Administrators() {
  const query = useQuery(administratorsQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const panels = usePanels<'invite'>();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const rows = query.data?.data ?? null;
  return (
    <>
      <header className="screen-head">
        <h1>{TITLE}</h1>
        <PanelButton panels={panels} name="invite" label="Invite" className="primary" ref={inviteButton} />
      </header>
      {/* It is hidden, and not removed, so that what was typed stays. */}
      <div id={panels.id} hidden={panels.open === null}>
        <InvitationForm
          onSent={() => {
            panels.toggle('invite');
            inviteButton.current?.focus();
          }}
        />
      </div>
      <QueryStates query={query} failure="The administrators couldn’t be loaded." isLoaded={rows !== null}>
        <FramedTable
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          className="records administrators"
          caption={TITLE}
          skeletonRows={3}
          isBusy={query.isFetching}
        />
      </QueryStates>
    </>
  );
}

/** Offers what the page of the user offers, with the name in each label because there are several rows. */
function Actions({ administrator }: { administrator: Administrator }) {
  return (
    <Popover
      label={
        <>
          <span>Manage</span> <span className="visually-hidden">{fullName(administrator)}</span>
        </>
      }
    >
      {(close) => (
        <>
          <RoleChange administrator={administrator} />
          {administrator.isOneself ? <OwnAccount /> : <Access administrator={administrator} close={close} />}
        </>
      )}
    </Popover>
  );
}

function OwnAccount() {
  return useCan()('account:read') && <Link href={routes.account}>Your account</Link>;
}

function Access({ administrator, close }: { administrator: Administrator; close: () => void }) {
  const can = useCan();
  const user = toUser(administrator);
  const userId = String(administrator.id);
  const subject = fullName(administrator);
  const isActive = administrator.status === 'active';
  return (
    <>
      {isActive && <PasswordLink administrator={administrator} />}
      {isActive && administrator.hasSecondFactor && (
        <ResetFactor administrator={administrator} onReset={close} />
      )}
      {isActive && can('sessions:end') && <EndSessions user={user} userId={userId} subject={subject} />}
      {can('users:suspend') && <Suspension user={user} userId={userId} subject={subject} />}
    </>
  );
}

function toUser({ id, first_name, last_name, email, status }: Administrator): User {
  return { id, first_name, last_name, email, status, phone: null, role: 'admin', onboarding_status: null };
}

function PasswordLink({ administrator }: { administrator: Administrator }) {
  const { id, email, hasPassword } = administrator;
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(mailPasswordLink, { parameters: { id } }),
    onSuccess: ({ message }) => toast.success(message || 'The link is on its way.'),
    onError: (error) => toast.error(errorMessage(error)),
  });
  const name = fullName(administrator);
  return (
    <ConfirmButton
      label={hasPassword ? 'New password link' : 'Invite again'}
      subject={name}
      busyLabel="Sending…"
      isBusy={isPending}
      title={hasPassword ? `Email ${name} a password reset link?` : `Email ${name} a new invitation?`}
      onConfirm={() => mutate()}
    >
      The link goes to <bdi>{email}</bdi>
      <span>{`. It works once, for ${hasPassword ? 'one hour' : '72 hours'}, and earlier links stop working. ${hasPassword ? 'The old password works until the link is used.' : ''}`}</span>
    </ConfirmButton>
  );
}
