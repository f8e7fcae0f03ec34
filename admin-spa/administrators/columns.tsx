import { Link } from 'wouter';
import type { Administrator } from '#contract/users/administrators.ts';
import { routes, userAddress } from '../routes.ts';
import { When } from '../ui/date/When.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { fullName } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { AdministratorActions } from './AdministratorActions.tsx';

export const administratorColumns: readonly Column<Administrator>[] = [
  {
    title: 'Name',
    isRowHeader: true,
    cell: (administrator) => (
      <>
        <Link href={userAddress(administrator.id)}>
          <bdi>{fullName(administrator)}</bdi>
        </Link>
        {administrator.isOneself && ' (you)'}
      </>
    ),
  },
  { title: 'Email', kind: 'address', cell: ({ email }) => email },
  {
    title: 'Status',
    cell: ({ status, hasPassword }) => (
      <Badge status={status === 'active' && !hasPassword ? 'invited' : status} />
    ),
  },
  {
    title: 'Last used',
    kind: 'date',
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} hasTime />,
  },
  { title: 'Sessions', kind: 'amount', cell: ({ sessions }) => sessions },
  {
    title: 'Actions',
    kind: 'actions',
    hasLabel: false,
    cell: (administrator) =>
      administrator.isOneself ? (
        <Link href={routes.account}>Your account</Link>
      ) : (
        <AdministratorActions administrator={administrator} />
      ),
  },
];
