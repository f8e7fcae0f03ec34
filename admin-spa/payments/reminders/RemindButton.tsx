import { useLayoutEffect, useRef } from 'react';
import type { FailedPayment } from '#contract/payments/records.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { storeName } from '../stores/store-name.ts';
import { useReminder } from './use-reminder.ts';

type Props = {
  payment: FailedPayment;
  /** In the name of the button. */
  name: string;
};

/** Mails the customer, after a question. Nothing where the provider sends no reminders, or not for this payment now. */
export function RemindButton(props: Props) {
  return props.payment.reminder?.isPossible ? <PossibleReminder {...props} /> : null;
}

function PossibleReminder({ payment, name }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const { remind, isPending } = useReminder(payment);
  // When this button is removed, the focus goes to the row's other one.
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      // A modal dialog lets the focus go nowhere else.
      shown.querySelector('dialog')?.close();
      shown.closest('td')?.querySelector('button')?.focus();
    };
  }, []);
  const { platform } = payment;
  const store = platform === 'ios' || platform === 'android' ? storeName(platform) : 'the store';
  return (
    <span ref={place}>
      <ConfirmButton
        label="Remind"
        subject={name}
        busyLabel="Sending…"
        isBusy={isPending}
        title={`Remind ${payment.email ?? 'the customer'} of the failed payment?`}
        onConfirm={remind}
      >
        We’ll email {payment.email ? <bdi>{payment.email}</bdi> : 'the customer'} a link to update the payment
        at {store}. Customers get one reminder while they have access, and one more without it.
      </ConfirmButton>
    </span>
  );
}
