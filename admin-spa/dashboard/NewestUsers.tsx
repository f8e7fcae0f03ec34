import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UserRow } from '#contract/users/records.ts';
import { UserLink } from '../records/UserLink.tsx';
import { routes, userAddress } from '../routes.ts';
import { QueryCard } from '../ui/Card.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE, fullName } from '../ui/format/format.ts';
import { type Column, rowNumberColumn } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { newestUsersQuery } from '../users/queries.ts';

const columns: readonly Column<UserRow>[] = [
  rowNumberColumn,
  { title: 'Name', isRowHeader: true, cell: (user) => <UserLink user={user} /> },
  { title: 'Email', kind: 'address', cell: ({ email }) => email ?? EMPTY_VALUE },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Phone', kind: 'phone', importance: 'high', cell: ({ phone }) => phone ?? EMPTY_VALUE },
  {
    title: 'Actions',
    kind: 'actions',
    cell: (user) => (
      <Link href={userAddress(user.id)} aria-label={`View Details of ${fullName(user)}`}>
        View Details
      </Link>
    ),
  },
];

export function NewestUsers() {
  const query = useQuery(newestUsersQuery);
  const rows = query.data?.data;
  return (
    <QueryCard
      title="Registered Users List"
      titleId="newest-title"
      action={<Link href={routes.users}>Check all users</Link>}
      query={query}
      failure="The users couldn’t be loaded."
      rows={rows}
      empty="No users found"
    >
      <FramedTable
        columns={columns}
        rows={rows ?? null}
        keyOf={({ id }) => id}
        className="records"
        skeletonRows={10}
        isBusy={query.isFetching}
      />
    </QueryCard>
  );
}
