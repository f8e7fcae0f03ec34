import type { Access, Deadline, FailedPayment } from '#contract/payments/records.ts';
import { formatDate } from '../ui/format/format.ts';

const tones = { yes: 'good', no: 'bad', courtesy: 'waiting' } as const satisfies Record<Access, string>;
export const accessWords: Readonly<Record<Access, string>> = {
  yes: 'Has access',
  no: 'No access',
  courtesy: 'By courtesy',
};

/** Whether the customer has access now. */
export function AccessBadge({ access }: { access: Access }) {
  return (
    <span className="badge" data-tone={tones[access]}>
      {accessWords[access]}
    </span>
  );
}

type Standing = Pick<FailedPayment, 'access' | 'courtesy_until' | 'deadline'>;

/** How long the store goes on trying, in days, and whether the customer has access. The title has the dates. */
export function TimeLeft({ payment: { access, courtesy_until, deadline } }: { payment: Standing }) {
  const until = courtesy_until ? `Access until ${formatDate(courtesy_until)}` : undefined;
  return (
    <>
      {deadline && <span title={deadlineText(deadline)}>{daysLeft(deadline.at, new Date())}</span>}
      {access && (
        <small title={until} data-access={access}>
          {accessWords[access]}
        </small>
      )}
    </>
  );
}

/** Before and after the date, by how sure it is. */
const words: Readonly<Record<Deadline['certainty'], readonly [before: string, after: string]>> = {
  said: ['Until', ''],
  at_least: ['At least until', ''],
  computed: ['By', ' at the latest'],
};

/** The date of a deadline, as in "By 03/01/2027 at the latest". */
export function deadlineText({ at, certainty }: Deadline): string {
  const [before, after] = words[certainty];
  return `${before} ${formatDate(at)}${after}`;
}

const DAY_MS = 86_400_000;

/** The days of the calendar here until a time, as in "13 days left". */
export function daysLeft(iso: string, now: Date): string {
  const days = Math.round((midnightOf(new Date(iso)) - midnightOf(now)) / DAY_MS);
  if (Date.parse(iso) <= now.getTime()) return 'Over';
  if (days === 0) return 'Ends today';
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** In UTC, whose days are all equally long. */
function midnightOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
