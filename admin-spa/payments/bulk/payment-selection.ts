import type { FailedPayment } from '#contract/payments/records.ts';
import { endWithSession } from '../../shell/end-with-session.ts';
import { createSelectionStore, nothingChosen } from '../../ui/list/selection.tsx';
import { nameByUser } from '../labels.tsx';

export const usePaymentSelection = createSelectionStore();
endWithSession(clearPaymentSelection);

export function clearPaymentSelection(): void {
  usePaymentSelection.setState(nothingChosen, true);
}

/** A recovered payment has left the list. */
export function forgetPayment({ id }: Pick<FailedPayment, 'id'>): void {
  const chosen = new Map(usePaymentSelection.getState().chosen);
  if (chosen.delete(Number(id))) usePaymentSelection.setState({ chosen });
}

/** For screen readers. */
export function nameOfPayment(payment: FailedPayment): string {
  return `payment of ${nameByUser(payment)}`;
}
