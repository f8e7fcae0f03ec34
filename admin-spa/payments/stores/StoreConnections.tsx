import { useCan } from '#client/capabilities.ts';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { HealthCards } from './HealthCards.tsx';
import { OrderLookup } from './OrderLookup.tsx';
import { Unattributed } from './Unattributed.tsx';
import './stores.scss';

/** /payment-recovery/stores: orders by their number, and how the connections to the stores do. */
export function StoreConnections() {
  const can = useCan();
  return (
    <>
      <header className="screen-head">
        <h1>Store connections</h1>
        <PaymentTabs />
      </header>
      <div className="stack">
        {can('stores:act') && <OrderLookup />}
        <HealthCards />
        <Unattributed />
      </div>
    </>
  );
}
