import { Link, useLocation } from 'wouter';
import { useCanOpen } from '../can-open.ts';
import { routes } from '../routes.ts';

const tabs = [
  { address: routes.payments, name: 'Failed payments' },
  { address: routes.refunds, name: 'Refund requests' },
  { address: routes.paymentFigures, name: 'Figures' },
  { address: routes.paymentStores, name: 'Stores' },
] as const;

/** Between the screens of failed payments; nothing for those who may open only the list. */
export function PaymentTabs() {
  const [path] = useLocation();
  const canOpen = useCanOpen();
  const allowed = tabs.filter(({ address }) => canOpen(address));
  if (allowed.length === 1) return null;
  return (
    <nav className="tabs" aria-label="Payment Recovery">
      {allowed.map(({ address, name }) => (
        <Link key={address} href={address} aria-current={address === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
