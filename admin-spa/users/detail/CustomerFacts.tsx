import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { can } from '#client/capabilities.ts';
import type { Customer } from '#contract/users/read.ts';
import type { User } from '#contract/users/records.ts';
import { storeNameOf } from '../../payments/labels.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE, formatDate } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';

/** What a caller asks about first, in one band. */
export function CustomerFacts({ user, customer }: { user: User; customer: Customer }) {
  const { plan, subscription_status, platform, access, paid, since, locale } = customer;
  return (
    <dl className="card facts">
      {can('people:read') && (
        <Fact name="Email">
          <span className="copied">
            <bdi>{user.email ?? EMPTY_VALUE}</bdi>
            {user.email && <CopyButton text={user.email} name="Email" />}
          </span>
        </Fact>
      )}
      <Fact name="Status">
        <Badge status={user.status} />
      </Fact>
      <Fact name="Plan">
        {plan === null ? (
          <span className="muted">None</span>
        ) : (
          <>
            <bdi>{plan}</bdi> <Badge status={subscription_status} />
          </>
        )}
      </Fact>
      <Fact name="Has access until">
        <AccessEnd access={access} />
      </Fact>
      <Fact name="Paid to date">
        {paid.length === 0 ? (
          <span className="muted">Nothing</span>
        ) : (
          paid.map(({ minor, currency }) => formatMinor(minor, currency)).join(' + ')
        )}
      </Fact>
      <Fact name="Customer since">
        <When at={since} />
      </Fact>
      <Fact name="Store">{platform === null ? EMPTY_VALUE : storeNameOf(platform)}</Fact>
      {locale && <Fact name="Language">{languageName(locale)}</Fact>}
    </dl>
  );
}

/** Such as "Portuguese (Brazil)", also for a tag that goes on with a calendar. A text that is no tag is its own name. */
function languageName(locale: string): string {
  const names = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' });
  try {
    return names.of(new Intl.Locale(locale).baseName) ?? locale;
  } catch {
    return locale;
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The end of a courtesy is the midnight in UTC after its last day. */
function AccessEnd({ access }: Pick<Customer, 'access'>) {
  if (access === null) return <span className="muted">No access</span>;
  if (access.until === null) return 'Renews';
  if (access.by === 'subscription') return <When at={access.until} />;
  const lastDay = new Date(Date.parse(access.until) - 1).toISOString().slice(0, 10);
  return (
    <>
      {formatDate(lastDay)} <span className="muted">by courtesy</span>
    </>
  );
}

/** `name` is what was copied, for the notification. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const label = `Copy the ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return (
    <button
      type="button"
      className="secondary icon-only"
      aria-label={label}
      title={label}
      onClick={() => void copyText(text, name)}
    >
      <Copy aria-hidden="true" size={16} />
    </button>
  );
}
