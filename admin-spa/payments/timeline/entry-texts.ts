import type { TimelineEntry } from '#contract/purchases/timeline.ts';
import { formatMinor } from '../../ui/format/currency.ts';

/** Who says what an entry tells. It sets shape and color. */
export type Source = 'store' | 'server' | 'money' | 'person' | 'failure';

const sources: Readonly<Record<TimelineEntry['kind'], Source>> = {
  notification: 'store',
  question: 'server',
  check: 'person',
  failure: 'failure',
  charge: 'money',
  refund: 'money',
  reminder: 'person',
  courtesy: 'person',
  'courtesy-end': 'person',
  note: 'person',
};

export function sourceOf({ kind }: TimelineEntry): Source {
  return sources[kind];
}

const answers = {
  purchase: 'The store answered',
  never_known: 'The store doesn’t know this purchase',
  known_no_longer: 'The store no longer answers',
  not_now: 'The store couldn’t be asked',
} as const;

/** What happened, in a few words. */
export function titleOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'notification':
      return 'Store notification';
    case 'question':
      return answers[entry.answer];
    case 'check':
      return 'Checked by an administrator';
    case 'failure':
      return 'Renewal failed';
    case 'charge':
      return entry.amount ? `Charged ${formatMinor(entry.amount.minor, entry.amount.currency)}` : 'Charged';
    case 'refund':
      return entry.amount ? `Refunded ${formatMinor(entry.amount.minor, entry.amount.currency)}` : 'Refunded';
    case 'reminder':
      return 'Reminder sent to the customer';
    case 'courtesy':
      return `Access granted until ${entry.until.split('-').reverse().join('/')}`;
    case 'courtesy-end':
      return 'Granted access revoked';
    case 'note':
      return 'Note';
  }
}

/** The words of the store, as it sent them; null without. */
export function rawWords(entry: TimelineEntry): string | null {
  switch (entry.kind) {
    case 'notification':
      return entry.type;
    case 'question':
      return entry.answer === 'not_now' ? null : entry.rawState;
    case 'check':
      return entry.outcome === 'store_unreachable' ? null : entry.rawState;
    case 'charge':
    case 'refund':
      return entry.order;
    default:
      return null;
  }
}

/** The administrator who acted, shown beside the time; null for what no person did. */
export function authorOf(entry: TimelineEntry): string | null {
  return 'by' in entry ? entry.by : null;
}

const stageTexts: Readonly<Record<string, string>> = {
  grace_period: 'During the grace period.',
  billing_retry: 'During billing retry.',
  on_hold: 'While the subscription was on hold.',
};

/** What else there is to say, one sentence each. */
export function detailsOf(entry: TimelineEntry): string[] {
  switch (entry.kind) {
    case 'notification':
      return entry.byReconciliation ? ['It wasn’t delivered. The daily reconciliation found it.'] : [];
    case 'question':
      return entry.answer === 'not_now' ? [`${toSentence(entry.rawState)}.`] : [];
    case 'check':
      return [entry.message, entry.notes && `“${entry.notes}”`].filter((text) => text !== null);
    case 'failure':
      return entry.message === null ? [] : [entry.message];
    case 'charge':
      return entry.isRecovery ? ['It paid for a renewal that had failed.'] : [];
    case 'reminder':
      return [stageTexts[entry.stage] ?? `In the stage “${entry.stage}”.`];
    case 'courtesy':
      return entry.reason ? [entry.reason] : [];
    case 'note':
      return [entry.text];
    default:
      return [];
  }
}

function toSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
