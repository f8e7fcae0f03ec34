import { Link, useLocation } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { routes } from '../routes.ts';

const tabs = [
  { address: routes.payments, name: 'Failed payments', needs: null },
  { address: routes.paymentFigures, name: 'Figures', needs: 'recovery:read' },
  { address: routes.paymentStores, name: 'Stores', needs: 'stores:read' },
] as const;

/** Between the screens of failed payments; nothing for those who may open only the list. */
export function PaymentTabs() {
  const [path] = useLocation();
  const can = useCan();
  const allowed = tabs.filter(({ needs }) => needs === null || can(needs));
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
