import { paymentFeatures } from '#contract/payments/list.ts';
import { OfferedByPayments } from '../tabs/OfferedByPayments.tsx';

const TITLE = 'Store connections';

/** /payment-recovery/stores: how the connections to the stores do. */
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
    </OfferedByPayments>
  );
}
