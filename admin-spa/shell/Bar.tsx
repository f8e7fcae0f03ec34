import { useIsFetching, useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  CircleUser,
  CookingPot,
  House,
  LogOut,
  type LucideIcon,
  RefreshCw,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { product } from '#brand/product.ts';
import { can } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { signOut } from '#client/sign-out.ts';
import type { Overview } from '#contract/statistics/overview.ts';
import { useCanOpen } from '../can-open.ts';
import { overviewQuery } from '../dashboard/queries.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { draftsToDelete, hasStoredDrafts } from '../recipes/logout-drafts.ts';
import { accountLinks, barLinks, routes } from '../routes.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { clearDrafts, useHasUnsaved } from '../ui/form/unsaved.ts';
import { EMPTY_VALUE, formatCount, fullName } from '../ui/format/format.ts';
import { forgetOpenedRecords } from '../ui/navigation/opened-records.ts';
import { Popover } from '../ui/Popover.tsx';
import { UrgentRefunds } from './UrgentRefunds.tsx';

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
  const overview = useOverview();
  const toCheck = overview?.thisMonth?.toCheck;
  const canOpen = useCanOpen();
  const links = barLinks.filter(({ address }) => canOpen(address));
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
    <>
      <header className="bar">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <p className="brand">{product.name}</p>
        {links.length > 0 && (
          <nav aria-label="Console">
            {links.map(({ address, name }) => {
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
        )}
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
      <UrgentRefunds urgent={overview?.refundRequests?.urgent ?? 0} />
    </>
  );
}

/** It follows a retry at once, and what others do within a minute of work. */
const COUNT_STALE_MS = 60_000;

/** While a request is open, its warning must also appear on a screen that asks for nothing. */
const WATCH_MS = 5 * 60_000;

/** What the bar counts and warns of. It is asked for after everything that the screen shows. */
function useOverview(): Overview | undefined {
  const canOpen = useCanOpen();
  const isIdle = useIsFetching() === 0;
  const { data } = useQuery({
    ...overviewQuery,
    // A failure is shown, and tried again, by the dashboard.
    enabled: ({ state }) =>
      can('statistics:read') &&
      (canOpen(routes.payments) || canOpen(routes.refunds)) &&
      isIdle &&
      state.status !== 'error',
    staleTime: COUNT_STALE_MS,
    refetchInterval: ({ state }) => (state.data?.data.refundRequests?.nextDueAt ? WATCH_MS : false),
  });
  return data?.data;
}

/** Shows a link, or a menu to those who may open more than the account. */
function AccountLink({ path }: { path: string }) {
  const canOpen = useCanOpen();
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
  const links = accountLinks.filter(({ address }) => canOpen(address));
  if (links.length > 1) {
    return (
      <Popover
        className="bar-item"
        title={name}
        isCurrent={links.some(({ address }) => isCurrent(address, path))}
        label={
          <>
            {content}
            <ChevronDown className="more" aria-hidden="true" />
          </>
        }
      >
        {(close) => (
          <nav aria-label="Your account">
            <ul className="plain">
              {links.map((link) => (
                <li key={link.address}>
                  <Link
                    href={link.address}
                    aria-current={isCurrent(link.address, path) ? 'page' : undefined}
                    onClick={close}
                  >
                    {link.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </Popover>
    );
  }
  return links.map(({ address }) => (
    <Link
      key={address}
      href={address}
      className="bar-item"
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
