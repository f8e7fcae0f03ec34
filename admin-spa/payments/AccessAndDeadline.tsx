import type { Access, Deadline, FailedPayment } from '#contract/payments/records.ts';
import { formatDate } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';

type Props = {
  payment: FailedPayment;
  /** In the column of deadlines. */
  isInColumn?: boolean;
};

/** Whether the customer has access, and until when the store tries to collect. */
export function Standing({ payment, isInColumn = false }: Props) {
  const { access, courtesy_until, deadline, other_subscription } = payment;
  if (!access && !deadline && !other_subscription) return null;
  return (
    <small className="standing">
      {access && (
        <span className="badge" data-tone={tones[access]}>
          {accessWords[access]}
        </span>
      )}
      {courtesy_until && <span>{`access until ${formatDate(courtesy_until)}`}</span>}
      {deadline && <DeadlineText deadline={deadline} isInColumn={isInColumn} />}
      {other_subscription && (
        <span className="warning">Has another subscription: if this one recovers, they’ll pay for both.</span>
      )}
    </small>
  );
}

const tones = { yes: 'good', no: 'bad', courtesy: 'waiting' } as const satisfies Record<Access, string>;
export const accessWords: Readonly<Record<Access, string>> = {
  yes: 'Has access',
  no: 'No access',
  courtesy: 'By courtesy',
};

/** Before and after the date, by how sure it is. */
const words: Readonly<Record<Deadline['certainty'], readonly [before: string, after: string]>> = {
  said: ['Until', ''],
  at_least: ['At least until', ''],
  computed: ['By', ' at the latest'],
};

function DeadlineText({
  deadline: { at, certainty },
  isInColumn,
}: {
  deadline: Deadline;
  isInColumn: boolean;
}) {
  const [before, after] = words[certainty];
  return (
    <span>
      <span>{isInColumn ? before : `Deadline: ${before.toLowerCase()}`}</span> <When at={at} />
      <span>{after}</span>
    </span>
  );
}
