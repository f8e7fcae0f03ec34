import { can } from '#client/capabilities.ts';
import type { UserRow } from '#contract/users/records.ts';
import { userAddress } from '../routes.ts';
import { fullName } from '../ui/format/format.ts';
import { AllowedLink } from './AllowedLink.tsx';

type NamedUser = Pick<UserRow, 'id' | 'first_name' | 'last_name'>;

/** The name of a user; "User 5" for those who don't see who people are. */
export function nameOfUser(user: NamedUser): string {
  return can('people:read') ? fullName(user) : `User ${user.id}`;
}

/** Links the name of a user to their page. */
export function UserLink({ user }: { user: NamedUser }) {
  return (
    <AllowedLink needs="users:read" href={userAddress(user.id)}>
      <bdi>{nameOfUser(user)}</bdi>
    </AllowedLink>
  );
}
