import { can } from '#client/capabilities.ts';
import type { User } from '#contract/users/records.ts';
import { routes } from '../../routes.ts';
import { Card } from '../../ui/Card.tsx';
import { statusLabel } from '../../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';

/** The record of a user for those who may not change it. `isProtected`: it is an administrator’s. */
export function Profile({ user, isProtected }: { user: User; isProtected: boolean }) {
  const { first_name, last_name, email, phone, onboarding_status } = user;
  const facts = [
    ...(can('people:read')
      ? [
          ['First Name', first_name],
          ['Last Name', last_name],
          ['Email', email],
          ['Phone', phone],
        ]
      : []),
    ['On Boarding Status', onboarding_status && statusLabel(onboarding_status)],
  ] as const;
  return (
    <Card title="User Detail" titleId="user-detail-title" className="card profile">
      {isProtected && <p className="muted">Only an owner can change an administrator’s account.</p>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value || EMPTY_VALUE}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <BackButton to={routes.users} />
    </Card>
  );
}
