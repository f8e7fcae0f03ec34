import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { remindCustomer } from '#contract/payments/reminders.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../ui/feedback/use-single-mutation.ts';
import { When } from '../ui/format/When.tsx';
import { nameOfStore } from './labels.tsx';
import { changeRows, failedPaymentsKey } from './queries.ts';

type Props = {
  payment: FailedPayment;
  /** In the name of the button. */
  name: string;
};

/** Mails the customer, after a question. Nothing without `payments:remind`, or if there can be no reminder now. */
export function RemindButton(props: Props) {
  const can = useCan();
  const isShown = can('payments:remind') && props.payment.reminder?.isPossible;
  return isShown ? <PossibleReminder {...props} /> : null;
}

function PossibleReminder({ payment, name }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const { remind, isPending } = useReminder(payment);
  // When this button is removed, the focus goes to the one beside it.
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      // A modal dialog lets the focus go nowhere else.
      shown.querySelector('dialog')?.close();
      shown.parentElement?.querySelector('button')?.focus();
    };
  }, []);
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
        We’ll email {payment.email ? <bdi>{payment.email}</bdi> : 'the customer'}{' '}
        <span>{`a link to update the payment at ${nameOfStore(payment)}. Customers get one reminder while they have access, and one more without it.`}</span>
      </ConfirmButton>
    </span>
  );
}

/** When the customer was reminded, and why there can be no reminder if that is not clear from the row. */
export function ReminderNote({ payment: { reminder } }: { payment: FailedPayment }) {
  if (!reminder) return null;
  const { because, queuedAt, sentAt } = reminder;
  return (
    <>
      {queuedAt !== null && (
        <small className="reminder">
          Reminder queued <When at={queuedAt} hasTime />.
        </small>
      )}
      {sentAt !== null && (
        <small className="reminder">
          Reminded <When at={sentAt} hasTime />.
        </small>
      )}
      {because !== null && <small className="reminder">{`No reminder: ${because}`}</small>}
    </>
  );
}

/** The row says at once that the customer was reminded. */
function useReminder({ id }: FailedPayment): { remind: () => void; isPending: boolean } {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(remindCustomer, { parameters: { id } }),
    onSuccess: ({ data, message }) => {
      toast.success(message || 'The reminder is on its way.');
      changeRows(client, (rows) => rows.map((row) => (row.id === id ? { ...row, reminder: data } : row)));
      void client.invalidateQueries({ queryKey: ['users', 'timeline'] });
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // A colleague may have reminded, or the store has said something new.
      void client.invalidateQueries({ queryKey: failedPaymentsKey });
    },
  });
  return { remind: () => mutate(), isPending };
}
