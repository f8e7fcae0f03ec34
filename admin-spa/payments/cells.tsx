import type { ReactNode } from 'react';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { userAddress } from '../routes.ts';
import { EMPTY_VALUE } from '../ui/format/format.ts';

type Lines = { first: ReactNode; second: ReactNode; title?: string | null };

/** Two short texts above each other; one of them alone leaves no gap. */
export function TwoLines({ first, second, title }: Lines) {
  if (!first && !second) return EMPTY_VALUE;
  return (
    <div className="lines" title={title ?? undefined}>
      {first && <span className="cut">{first}</span>}
      {second && <small className="cut">{second}</small>}
    </div>
  );
}

type OpenerProps = {
  text: string;
  /** For screen readers: what it opens. The address beside it is not repeated. */
  details: string;
  isOpen: boolean;
  open: () => void;
};

/** The control of a row: it opens the drawer. */
export function Opener({ text, details, isOpen, open }: OpenerProps) {
  return (
    <button type="button" className="opener" aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
      <bdi>{text}</bdi>
      <span className="visually-hidden">{`: ${details}`}</span>
    </button>
  );
}

type CustomerProps = {
  name: string | null;
  email: string | null;
  userId: string | number | null;
  /** The control of the row with this text. */
  opener: (text: string) => ReactNode;
};

/** The name opens the drawer, and the address the customer’s page. Without a name the address opens the drawer. */
export function Customer({ name, email, userId, opener }: CustomerProps) {
  if (!name) return <TwoLines first={opener(email || 'Unknown customer')} second={null} title={email} />;
  const address = email && <bdi>{email}</bdi>;
  return (
    <TwoLines
      first={opener(name)}
      second={
        userId === null ? (
          address
        ) : (
          <AllowedLink needs="users:read" href={userAddress(userId)}>
            {address}
          </AllowedLink>
        )
      }
      title={[name, email].filter(Boolean).join(', ')}
    />
  );
}

/** It replaces the name and the address for those who don’t see who people are. */
export function UserNumber({ userId }: { userId: string | number | null }) {
  if (userId === null) return EMPTY_VALUE;
  return (
    <AllowedLink needs="users:read" href={userAddress(userId)}>
      {`User ${userId}`}
    </AllowedLink>
  );
}
