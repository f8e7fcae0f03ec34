import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { paymentFeatures } from '#contract/payments/list.ts';
import { routes } from '../../routes.ts';
import { knownFeatures } from '../payment-queries.ts';

const tabs = [
  { address: routes.payments, name: 'Failed payments', feature: null },
  { address: routes.paymentFigures, name: 'Figures', feature: paymentFeatures.figures },
  { address: routes.paymentStores, name: 'Stores', feature: paymentFeatures.stores },
] as const;

/** Between the screens of failed payments; nothing where the server offers only their list. */
export function PaymentTabs() {
  const [path] = useLocation();
  const features = useKnownFeatures();
  const offered = tabs.filter(({ feature }) => feature === null || features?.includes(feature));
  // Room for what our own server offers, so that nothing moves when its answer arrives.
  if (!features) return <div className="tabs" />;
  if (offered.length === 1) return null;
  return (
    <nav className="tabs" aria-label="Payment Recovery">
      {offered.map(({ address, name }) => (
        <Link key={address} href={address} aria-current={address === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function useKnownFeatures(): readonly string[] | undefined {
  const client = useQueryClient();
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => knownFeatures(client),
  );
}
