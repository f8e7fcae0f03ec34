import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UserRow } from '#contract/users.ts';
import { routes, userAddress } from '../routes.ts';
import { QueryCard } from '../ui/card/QueryCard.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { fullName, NOTHING } from '../ui/format/format.ts';
import { type Column, numberColumn } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { newestUsers } from '../users/queries.ts';
import { UserLink } from '../users/UserLink.tsx';

const columns: readonly Column<UserRow>[] = [
  numberColumn,
  { title: 'Name', heads: true, cell: (user) => <UserLink user={user} /> },
  { title: 'Email', kind: 'address', cell: ({ email }) => email ?? NOTHING },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Phone', kind: 'phone', cell: ({ phone }) => phone ?? NOTHING },
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
  const query = useQuery(newestUsers);
  const rows = query.data?.data;
  return (
    <QueryCard
      title="Registered Users List"
      titleId="newest-title"
      action={<Link href={routes.users}>Check all users</Link>}
      query={query}
      failure="The users could not be loaded."
      rows={rows}
      empty="No users found"
    >
      <FramedTable
        columns={columns}
        rows={rows ?? null}
        keyOf={({ id }) => id}
        className="records wide"
        skeletons={10}
        busy={query.isFetching}
      />
    </QueryCard>
  );
}
