import { Link } from 'wouter';
import type { UserRow } from '#contract/users.ts';
import { routes } from '../routes.ts';
import { Badge } from '../ui/format/Badge.tsx';
import { formatDate, fullName, NOTHING } from '../ui/format/format.ts';
import type { ListState } from '../ui/list/list-state.ts';
import { rowNumber } from '../ui/list/paging.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { useWideScreen } from '../ui/table/use-wide-screen.ts';

const columns = ['#', 'Name', 'Email', 'Verification', 'Phone', 'Onboarding status', 'Created'];
/** At the end where there is room; elsewhere a status that matters stands beside the name. */
const wideColumns = [...columns, 'Status'];

/** The users of one page; null while the first page loads. */
export function UsersTable({ rows, state }: { rows: readonly UserRow[] | null; state: ListState }) {
  const wide = useWideScreen();
  const shown = wide ? wideColumns : columns;
  return (
    <table className="records widest">
      <caption className="visually-hidden">Users</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column} scope="col" className={column === '#' ? 'number' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((user, index) => (
          <tr key={user.id}>
            <td className="number">{rowNumber(index, state)}</td>
            <th scope="row">
              <Link href={routes.user(user.id)}>
                <bdi>{fullName(user)}</bdi>
              </Link>
              {!wide && user.status && user.status !== 'active' && (
                <>
                  {' '}
                  <Badge status={user.status} />
                </>
              )}
            </th>
            <td data-label="Email" className="address">
              {user.email ?? NOTHING}
            </td>
            <td data-label="Verification">
              <Badge status={verification(user.is_email_verified)} />
            </td>
            <td data-label="Phone" className="phone">
              {user.phone ?? NOTHING}
            </td>
            <td data-label="Onboarding status">
              <Badge status={user.onboarding_status} />
            </td>
            <td data-label="Created" className="when">
              {formatDate(user.created_date_time)}
            </td>
            {wide && (
              <td data-label="Status">
                <Badge status={user.status} />
              </td>
            )}
          </tr>
        )) ?? <SkeletonRows rows={state.pageSize} columns={shown.length} />}
      </tbody>
    </table>
  );
}

function verification(verified: boolean | null): string | null {
  if (verified === null) return null;
  return verified ? 'verified' : 'pending';
}
