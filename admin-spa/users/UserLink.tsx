import { Link } from 'wouter';
import type { UserRow } from '#contract/users/records.ts';
import { userAddress } from '../routes.ts';
import { fullName } from '../ui/format/format.ts';

export function UserLink({ user }: { user: UserRow }) {
  return (
    <Link href={userAddress(user.id)}>
      <bdi>{fullName(user)}</bdi>
    </Link>
  );
}
