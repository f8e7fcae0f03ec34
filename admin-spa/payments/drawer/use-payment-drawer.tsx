import type { ReactNode } from 'react';
import type { FailedPayment } from '#contract/payments/records.ts';
import { type OpenedRow, useOpenedRow } from '../../ui/drawer/use-opened-row.ts';
import { lazy, OpenedModule } from '../../ui/lazy.tsx';
import type { Checks } from '../can-retry.ts';

const paymentDrawer = lazy(() => import('./PaymentDrawer.tsx'));

type Props = {
  /** The rows of the list, in their order. */
  rows: readonly FailedPayment[];
  checks: Checks;
  retry: (payment: FailedPayment) => void;
};

type Drawer = Pick<OpenedRow<FailedPayment>, 'openId' | 'open' | 'openRow'> & { drawer: ReactNode };

/** The details of a payment beside its list. */
export function usePaymentDrawer({ rows, checks, retry }: Props): Drawer {
  const { shown, openId, open, openRow, place } = useOpenedRow(rows);
  return {
    openId,
    open,
    openRow,
    drawer: shown && (
      <OpenedModule code={paymentDrawer} close={place.close}>
        {({ PaymentDrawer }) => <PaymentDrawer payment={shown} checks={checks} retry={retry} place={place} />}
      </OpenedModule>
    ),
  };
}
