import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UserRow } from '#contract/users.ts';
import { routes } from '../routes.ts';
import { FailedPanel } from '../ui/feedback/FailedPanel.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { Badge } from '../ui/format/Badge.tsx';
import { fullName, NOTHING } from '../ui/format/format.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { newestUsers } from '../users/queries.ts';

const columns = ['#', 'Name', 'Email', 'Status', 'Phone', 'Actions'] as const;

/** The users who registered last. */
export function NewestUsers() {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(newestUsers);
  useErrorToast(error, errorUpdatedAt);
  const rows = data?.data;
  return (
    <section className="card" aria-labelledby="newest-title">
      <header>
        <h2 id="newest-title">Registered Users List</h2>
        <Link href={routes.users}>Check all users</Link>
      </header>
      {error && <FailedPanel message="The users could not be loaded." retry={refetch} busy={isFetching} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <p className="empty">No users found</p>}
      {(!error || rows) && rows?.length !== 0 && (
        <div className="table-frame" aria-busy={isFetching}>
          <table className="records wide">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={column === '#' ? 'number' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows?.map((user, index) => <UserLine key={user.id} user={user} number={index + 1} />) ?? (
                <SkeletonRows rows={10} columns={columns.length} />
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function UserLine({ user, number }: { user: UserRow; number: number }) {
  return (
    <tr>
      <td className="number">{number}</td>
      <th scope="row">
        <Link href={routes.user(user.id)}>
          <bdi>{fullName(user)}</bdi>
        </Link>
      </th>
      <td data-label="Email" className="address">
        {user.email ?? NOTHING}
      </td>
      <td data-label="Status">
        <Badge status={user.status} />
      </td>
      <td data-label="Phone" className="phone">
        {user.phone ?? NOTHING}
      </td>
      <td data-label="Actions" className="actions">
        <Link href={routes.user(user.id)} aria-label={`View Details of ${fullName(user)}`}>
          View Details
        </Link>
      </td>
    </tr>
  );
}
