import type { UserRow } from '#contract/users.ts';
import { Badge } from '../ui/format/Badge.tsx';
import { formatDate, NOTHING } from '../ui/format/format.ts';
import { type Column, numberColumn } from '../ui/table/columns.ts';
import { UserLink } from './UserLink.tsx';

export const userColumns: readonly Column<UserRow>[] = [
  numberColumn,
  {
    title: 'Name',
    heads: true,
    cell: (user, { wide }) => (
      <>
        <UserLink user={user} />
        {/* Narrow screens lack the Status column. */}
        {!wide && user.status && user.status !== 'active' && (
          <>
            {' '}
            <Badge status={user.status} />
          </>
        )}
      </>
    ),
  },
  { title: 'Email', kind: 'address', cell: ({ email }) => email ?? NOTHING },
  {
    title: 'Verification',
    cell: (user) => <Badge status={verification(user)} />,
  },
  { title: 'Phone', kind: 'phone', cell: ({ phone }) => phone ?? NOTHING },
  { title: 'Onboarding status', cell: ({ onboarding_status }) => <Badge status={onboarding_status} /> },
  { title: 'Created', kind: 'date', cell: ({ created_date_time }) => formatDate(created_date_time) },
  { title: 'Status', wide: true, cell: ({ status }) => <Badge status={status} /> },
];

function verification({ is_email_verified }: Pick<UserRow, 'is_email_verified'>): string | null {
  if (is_email_verified === null) return null;
  return is_email_verified ? 'verified' : 'pending';
}
