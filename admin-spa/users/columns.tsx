import type { UserRow } from '#contract/users/records.ts';
import { When } from '../ui/date/When.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { type Column, rowNumberColumn } from '../ui/table/columns.ts';
import { UserLink } from './UserLink.tsx';

export const userColumns: readonly Column<UserRow>[] = [
  rowNumberColumn,
  {
    title: 'Name',
    sortKey: 'name',
    isRowHeader: true,
    cell: (user, { isWide }) => (
      <>
        <UserLink user={user} />
        {/* Narrow screens lack the Status column. */}
        {!isWide && user.status && user.status !== 'active' && (
          <>
            {' '}
            <Badge status={user.status} />
          </>
        )}
      </>
    ),
  },
  { title: 'Email', kind: 'address', sortKey: 'email', cell: ({ email }) => email ?? EMPTY_VALUE },
  {
    title: 'Verification',
    cell: (user) => <Badge status={verification(user)} />,
  },
  { title: 'Phone', kind: 'phone', cell: ({ phone }) => phone ?? EMPTY_VALUE },
  { title: 'Onboarding status', cell: ({ onboarding_status }) => <Badge status={onboarding_status} /> },
  {
    title: 'Created',
    kind: 'date',
    sortKey: 'created',
    cell: ({ created_date_time }) => <When at={created_date_time} />,
  },
  { title: 'Status', isWideOnly: true, cell: ({ status }) => <Badge status={status} /> },
];

function verification({ is_email_verified }: Pick<UserRow, 'is_email_verified'>): string | null {
  if (is_email_verified === null) return null;
  return is_email_verified ? 'verified' : 'pending';
}
