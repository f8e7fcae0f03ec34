import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { product } from '#brand/product.ts';
import { useSession } from '#client/session.ts';
import { signOut } from '#client/sign-out.ts';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { draftsToDelete, hasStoredDrafts } from '../recipes/logout-drafts.ts';
import { barLinks, routes } from '../routes.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { clearDrafts, useHasUnsaved } from '../ui/form/unsaved.ts';
import { EMPTY_VALUE, fullName } from '../ui/format/format.ts';
import { forgetOpenedRecords } from '../ui/navigation/opened-records.ts';
import { useHasFeature } from './features.ts';

export function Bar() {
  const [path] = useLocation();
  const hasAccount = useHasFeature(ACCOUNT_FEATURE);
  const [isLeaving, setIsLeaving] = useState(false);
  const hasUnsaved = useHasUnsaved();
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
        {barLinks.map(({ address, name }) => (
          <Link key={address} href={address} aria-current={isCurrent(address, path) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <PaletteButton />
      {hasAccount && <AccountLink isCurrentPage={isCurrent(routes.account, path)} />}
      <ConfirmButton
        label="Logout"
        busyLabel="Logout"
        isBusy={isLeaving}
        title="Log out without saving?"
        isDestructive
        needsConfirmation={hasUnsaved || hasStoredDrafts}
        className="logout"
        onConfirm={leave}
      >
        You’ve typed changes that aren’t saved yet. Logging out discards them.
      </ConfirmButton>
    </header>
  );
}

function AccountLink({ isCurrentPage }: { isCurrentPage: boolean }) {
  const user = useSession((session) => session.user);
  const name = user && fullName(user);
  return (
    <Link href={routes.account} className="whoami" aria-current={isCurrentPage ? 'page' : undefined}>
      <span className="visually-hidden">Your account:</span>{' '}
      <bdi>{(name === EMPTY_VALUE ? user?.email : name) ?? 'Account'}</bdi>
    </Link>
  );
}

function isCurrent(address: string, path: string): boolean {
  return address === path || (address !== routes.home && path.startsWith(`${address}/`));
}
