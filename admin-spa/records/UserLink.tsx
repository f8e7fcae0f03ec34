import { Link } from 'wouter';
import type { UserRow } from '#contract/users/records.ts';
import { userAddress } from '../routes.ts';
import { fullName } from '../ui/format/format.ts';

/** Links the name of a user to their page. */
export function UserLink({ user }: { user: Pick<UserRow, 'id' | 'first_name' | 'last_name'> }) {
  return (
    <Link href={userAddress(user.id)}>
      <bdi>{fullName(user)}</bdi>
    </Link>
  );
}
