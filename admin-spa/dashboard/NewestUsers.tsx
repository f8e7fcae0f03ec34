import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import type { UserRow } from '#contract/users/records.ts';
import { nameOfUser, UserLink } from '../records/UserLink.tsx';
import { routes, userAddress } from '../routes.ts';
import { QueryCard } from '../ui/Card.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { type Column, rowNumberColumn } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { newestUsersQuery } from '../users/queries.ts';

/** A role without `people:read` sees no names and addresses. */
const columnsOf = ({ hasPeople }: { hasPeople: boolean }): readonly Column<UserRow>[] => [
  rowNumberColumn,
  { title: hasPeople ? 'Name' : 'User', isRowHeader: true, cell: (user) => <UserLink user={user} /> },
  ...(hasPeople ? [emailColumn] : []),
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  ...(hasPeople ? [phoneColumn] : []),
  {
    title: 'Actions',
    kind: 'actions',
    cell: (user) => (
      <Link href={userAddress(user.id)} aria-label={`View Details of ${nameOfUser(user)}`}>
        View Details
      </Link>
    ),
  },
];

const emailColumn: Column<UserRow> = {
  title: 'Email',
  kind: 'address',
  cell: ({ email }) => email ?? EMPTY_VALUE,
};
const phoneColumn: Column<UserRow> = {
  title: 'Phone',
  kind: 'phone',
  importance: 'high',
  cell: ({ phone }) => phone ?? EMPTY_VALUE,
};

export function NewestUsers() {
  const hasPeople = useCan()('people:read');
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
        columns={columnsOf({ hasPeople })}
        rows={rows ?? null}
        keyOf={({ id }) => id}
        className="records"
        skeletonRows={10}
        isBusy={query.isFetching}
      />
    </QueryCard>
  );
}
