import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { product } from '#brand/product.ts';
import { useSession } from '#client/session.ts';
import { signOut } from '#client/sign-out.ts';
import { useAccountOffered } from '../account/use-account-offered.ts';
import { barLinks, routes } from '../routes.ts';
import { AskFirst } from '../ui/feedback/AskFirst.tsx';
import { clearDrafts, useHasUnsaved } from '../ui/form/unsaved.ts';
import { fullName, NOTHING } from '../ui/format/format.ts';

export function Bar() {
  const [path] = useLocation();
  const accountOffered = useAccountOffered();
  const [leaving, setLeaving] = useState(false);
  const hasUnsaved = useHasUnsaved();
  const leave = async () => {
    setLeaving(true);
    await signOut();
    clearDrafts();
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
      {accountOffered && <AccountLink current={isCurrent(routes.account, path)} />}
      <AskFirst
        label="Logout"
        working="Logout"
        busy={leaving}
        title="Log out without saving?"
        danger
        asks={hasUnsaved}
        className="logout"
        onConfirm={leave}
      >
        You’ve typed changes to a user that aren’t saved yet. Logging out discards them.
      </AskFirst>
    </header>
  );
}

function AccountLink({ current }: { current: boolean }) {
  const user = useSession((session) => session.user);
  const name = user && fullName(user);
  return (
    <Link href={routes.account} className="whoami" aria-current={current ? 'page' : undefined}>
      <span className="visually-hidden">Your account:</span>{' '}
      <bdi>{(name === NOTHING ? user?.email : name) ?? 'Account'}</bdi>
    </Link>
  );
}

function isCurrent(address: string, path: string): boolean {
  return address === path || (address !== routes.home && path.startsWith(`${address}/`));
}
