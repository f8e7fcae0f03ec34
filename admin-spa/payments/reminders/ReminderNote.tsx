import type { FailedPayment } from '#contract/payments/records.ts';
import { When } from '../../ui/date/When.tsx';

/** When the customer was reminded, and why there can be no reminder if that is not clear from the row. */
export function ReminderNote({ payment: { reminder } }: { payment: FailedPayment }) {
  if (!reminder || (reminder.last === null && reminder.because === null)) return null;
  return (
    <small className="reminder">
      {reminder.last !== null && (
        <>
          Reminded <When at={reminder.last} hasTime />.
        </>
      )}
      {reminder.last === null && <>No reminder: {reminder.because}</>}
    </small>
  );
}
