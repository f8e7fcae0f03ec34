import { paymentFeatures } from '#contract/payments/list.ts';
import { OfferedByPayments } from '../tabs/OfferedByPayments.tsx';

const TITLE = 'Recovery figures';

/** /payment-recovery/figures: what became of failed payments. */
export function RecoveryFigures() {
  return (
    <OfferedByPayments
      feature={paymentFeatures.figures}
      title={TITLE}
      otherwise="This server has no recovery figures to show."
    >
      <header className="screen-head">
        <h1>{TITLE}</h1>
      </header>
    </OfferedByPayments>
  );
}
