import type { Administrator } from '#contract/users/administrators.ts';
import type { User } from '#contract/users/records.ts';
import { fullName } from '../ui/format/format.ts';
import { EndSessions } from '../users/detail/EndSessions.tsx';
import { Suspension } from '../users/detail/Suspension.tsx';
import { PasswordLink } from './PasswordLink.tsx';

/** As on the page of the user, with the name in each label because there are several rows. */
export function AdministratorActions({ administrator }: { administrator: Administrator }) {
  const user = toUser(administrator);
  const userId = String(administrator.id);
  const subject = fullName(administrator);
  return (
    <div className="choices">
      {administrator.status === 'active' && (
        <>
          <PasswordLink administrator={administrator} />
          <EndSessions user={user} userId={userId} subject={subject} />
        </>
      )}
      <Suspension user={user} userId={userId} subject={subject} />
    </div>
  );
}

function toUser({ id, first_name, last_name, email, status }: Administrator): User {
  return { id, first_name, last_name, email, status, phone: null, role: 'admin', onboarding_status: null };
}
