import { useQuery } from '@tanstack/react-query';
import { CircleUser, CookingPot, House, LogOut, type LucideIcon, RefreshCw, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { product } from '#brand/product.ts';
import { useCan } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { signOut } from '#client/sign-out.ts';
import { overviewQuery } from '../dashboard/queries.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { draftsToDelete, hasStoredDrafts } from '../recipes/logout-drafts.ts';
import { accountLinks, barLinks, routes } from '../routes.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { clearDrafts, useHasUnsaved } from '../ui/form/unsaved.ts';
import { EMPTY_VALUE, formatCount, fullName } from '../ui/format/format.ts';
import { forgetOpenedRecords } from '../ui/navigation/opened-records.ts';
import { AccountMenu } from './AccountMenu.tsx';

const icons: Readonly<Record<(typeof barLinks)[number]['address'], LucideIcon>> = {
  [routes.home]: House,
  [routes.users]: Users,
  [routes.recipes]: CookingPot,
  [routes.payments]: RefreshCw,
};

/** More would not fit beside the icon. */
const MAX_SHOWN = 99;

/** One row on every screen: words and icons where there is room, else icons with the words as names and tooltips. */
export function Bar() {
  const [path] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const hasUnsaved = useHasUnsaved();
  // What the dashboard has read last: the bar asks for nothing itself.
  const { data: overview } = useQuery({ ...overviewQuery, enabled: false });
  const toCheck = overview?.data.thisMonth?.toCheck;
  const leave = async () => {
    setIsLeaving(true);
    const deleteDrafts = await draftsToDelete();
    await signOut();
    clearDrafts();
    forgetOpenedRecords();
    await deleteDrafts();
    location.reload();
  };
  return (
    <header className="bar">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <p className="brand">{product.name}</p>
      <nav aria-label="Console">
        {barLinks.map(({ address, name }) => {
          const Icon = icons[address];
          const count = address === routes.payments ? toCheck : undefined;
          return (
            <Link
              key={address}
              href={address}
              className="bar-item"
              title={count === undefined ? name : `${name}: ${formatCount(count)} to check`}
              aria-current={isCurrent(address, path) ? 'page' : undefined}
            >
              <Icon aria-hidden="true" />
              <span>{name}</span>
              {count !== undefined && count > 0 && (
                <b className="count" aria-hidden="true">
                  {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
                </b>
              )}
            </Link>
          );
        })}
      </nav>
      <PaletteButton />
      <AccountLink path={path} />
      <ConfirmButton
        label="Logout"
        icon={<LogOut aria-hidden="true" />}
        busyLabel="Logout"
        isBusy={isLeaving}
        title="Log out without saving?"
        isDestructive
        needsConfirmation={hasUnsaved || hasStoredDrafts}
        className="bar-item"
        onConfirm={leave}
      >
        You have unsaved changes. Logging out discards them.
      </ConfirmButton>
    </header>
  );
}

/** Shows a link, or a menu to those who may open more than the account. */
function AccountLink({ path }: { path: string }) {
  const can = useCan();
  const user = useSession((session) => session.user);
  const fullNameOrDash = user && fullName(user);
  const name = (fullNameOrDash === EMPTY_VALUE ? user?.email : fullNameOrDash) || 'Account';
  const content = (
    <>
      <CircleUser aria-hidden="true" />
      <span className="account-name">
        <span className="visually-hidden">Your account:</span> <bdi>{name}</bdi>
      </span>
    </>
  );
  const links = accountLinks.filter(({ needs }) => can(needs));
  if (links.length > 1) return <AccountMenu name={name} content={content} links={links} path={path} />;
  return links.map(({ address }) => (
    <Link
      key={address}
      href={address}
      className="bar-item whoami"
      title={name}
      aria-current={isCurrent(address, path) ? 'page' : undefined}
    >
      {content}
    </Link>
  ));
}

function isCurrent(address: string, path: string): boolean {
  return address === path || (address !== routes.home && path.startsWith(`${address}/`));
}
