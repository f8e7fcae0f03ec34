import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { securityQuery } from '../account/security/queries.ts';
import { routes } from '../routes.ts';
import { formatDate } from '../ui/format/format.ts';

/** Loaded for someone who must add a second factor soon. It says until when, once the server has. */
export function EnrolmentNotice() {
  const { data } = useQuery(securityQuery);
  const day = data?.enrolBy;
  if (!day) return <div className="enrolment" />;
  return (
    <aside className="enrolment" aria-label="Sign-in security">
      <p>{`Add a second step to your sign-in by ${formatDate(day)}. After that, you can’t use the console without one.`}</p>
      <Link href={routes.accountSecurity}>Add it now</Link>
    </aside>
  );
}
