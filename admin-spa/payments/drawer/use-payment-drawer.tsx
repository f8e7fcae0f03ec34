import { type ReactNode, useState } from 'react';
import type { FailedPayment } from '#contract/payments/records.ts';
import { LazyModule, lazy, sayMissing } from '../../ui/lazy.tsx';
import { focusHeading } from '../../ui/navigation/use-heading-focus.ts';
import type { Checks } from '../can-retry.ts';

const paymentDrawer = lazy(() => import('./PaymentDrawer.tsx'));

type Props = {
  /** The rows of the list, in their order. */
  rows: readonly FailedPayment[];
  checks: Checks;
  retry: (payment: FailedPayment) => void;
};

type Opened = { payment: FailedPayment; index: number };

export type Drawer = {
  /** The id of the open payment, as text. */
  openId: string | null;
  open: (payment: FailedPayment) => void;
  /** The same by the id of a row. */
  openRow: (id: string) => void;
  drawer: ReactNode;
};

/**
 * The details of a payment beside its list. A payment that leaves the list stays open as it was last seen, so that the
 * outcome of its retry can be read, and the next one is the row that took its place.
 */
export function usePaymentDrawer({ rows, checks, retry }: Props): Drawer {
  const [opened, setOpened] = useState<Opened | null>(null);
  const indexOf = (id: string | number) => rows.findIndex((row) => String(row.id) === String(id));
  const listed = opened ? indexOf(opened.payment.id) : -1;
  const shown = rows[listed] ?? opened?.payment ?? null;
  const index = listed >= 0 ? listed : (opened?.index ?? 0);

  const open = (payment: FailedPayment) => setOpened({ payment, index: Math.max(0, indexOf(payment.id)) });
  const openAt = (at: number) => {
    const row = rows[at];
    if (row) setOpened({ payment: row, index: at });
  };

  function close() {
    setOpened(null);
    const id = String((rows[index] ?? rows.at(-1))?.id);
    const opener = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .opener`);
    if (opener) opener.focus();
    else focusHeading();
  }

  // What a check has changed is kept when the row leaves.
  if (opened && listed >= 0 && (opened.payment !== rows[listed] || opened.index !== listed)) {
    setOpened({ payment: rows[listed] ?? opened.payment, index: listed });
  }

  return {
    openId: opened && String(opened.payment.id),
    open,
    openRow: (id) => openAt(indexOf(id)),
    drawer: opened && shown && (
      <LazyModule
        code={paymentDrawer}
        onFailed={() => {
          close();
          void sayMissing();
        }}
      >
        {({ PaymentDrawer }) => (
          <PaymentDrawer
            payment={shown}
            checks={checks}
            retry={retry}
            place={{ index, isListed: listed >= 0, total: rows.length }}
            openAt={openAt}
            leave={() => setOpened(null)}
            close={close}
          />
        )}
      </LazyModule>
    ),
  };
}
