import type { FailedPayment } from '#contract/payments/records.ts';
import { When } from '../../ui/date/When.tsx';

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
      {because !== null && <small className="reminder">No reminder: {because}</small>}
    </>
  );
}
