import { paymentFeatures } from '#contract/payments/list.ts';
import { OfferedByPayments } from '../tabs/OfferedByPayments.tsx';
import { HealthCards } from './health/HealthCards.tsx';
import { OrderLookup } from './order/OrderLookup.tsx';
import { Unattributed } from './Unattributed.tsx';
import './stores.scss';

const TITLE = 'Store connections';

/** /payment-recovery/stores: orders by their number, and how the connections to the stores do. */
export function StoreConnections() {
  return (
    <OfferedByPayments
      feature={paymentFeatures.stores}
      title={TITLE}
      otherwise="This server has no store connections to show."
    >
      <header className="screen-head">
        <h1>{TITLE}</h1>
      </header>
      <div className="stack">
        <OrderLookup />
        <HealthCards />
        <Unattributed />
      </div>
    </OfferedByPayments>
  );
}
