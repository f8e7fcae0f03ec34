import { stores } from '#brand/stores.ts';
import { can } from '#client/capabilities.ts';
import type { BulkRetry } from '#contract/payments/bulk.ts';
import { routes } from '../../routes.ts';
import type { ResultNumber } from '../../ui/background/BackgroundWork.tsx';
import { formatMinor } from '../../ui/format/currency.ts';
import { formatCount } from '../../ui/format/format.ts';

export function countText(count: number): string {
  return count === 1 ? '1 payment' : `${formatCount(count)} payments`;
}

/** `platform`: the only store that is asked. */
export function questionText(count: number, platform: string | undefined): string {
  const asked = stores.filter(({ key }) => key === platform);
  const names = (asked.length > 0 ? asked : stores).map(({ name }) => `the ${name}`);
  return `Ask ${names.join(' and ').replace('the Google', 'Google')} about ${countText(count)}?`;
}

/** It stands below the question. */
export const retryConsequences =
  'No customer is charged: the stores say whether the money has come in. Customers who have paid get their access back. A payment that a store refused for good in the last 24 hours is skipped. The retry continues if you close this page, and you can stop it at any time.';

/** As in "Retry of 12 payments". */
export function retryTitle({ counts }: BulkRetry): string {
  return `Retry of ${countText(counts.payments)}`;
}

/** In the order of the sentence. */
const parts = [
  ['recovered', 'recovered'],
  ['still_failing', 'not paid yet'],
  ['not_retryable', 'can’t be recovered'],
  ['store_unreachable', 'without an answer'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['pending', 'not asked'],
] as const;

const tones = {
  recovered: 'good',
  still_failing: 'bad',
  not_retryable: 'quiet',
  store_unreachable: 'waiting',
  skipped: 'quiet',
  failed: 'bad',
  pending: 'waiting',
} as const;

/** The numbers of a retry, each with its list. */
export function resultNumbers({ id, counts }: BulkRetry): readonly ResultNumber[] {
  return partsOf(counts).map(([result, words]) => ({
    text: `${formatCount(counts[result])} ${words}`,
    tone: tones[result],
    address: can('payments:filter')
      ? `${routes.payments}?${new URLSearchParams({ retry: String(id), result })}`
      : null,
  }));
}

/** The money that came in, as in "$49.95 and €9.99 recovered"; null without any. */
export function recoveredText({ money }: BulkRetry): string | null {
  if (money.length === 0) return null;
  const sums = money.map(({ minor, currency }) => formatMinor(minor, currency));
  return `${new Intl.ListFormat('en-US').format(sums)} recovered`;
}

function partsOf(counts: BulkRetry['counts']) {
  return parts.filter(([result]) => counts[result] > 0 || result === 'recovered');
}

/** As in "Done: 5 recovered, 7 not paid yet." */
export function resultText({ state, counts }: BulkRetry): string {
  const head = { running: 'Running', stopped: 'Stopped', done: 'Done', failed: 'Failed' }[state];
  return `${head}: ${partsOf(counts)
    .map(([name, words]) => `${formatCount(counts[name])} ${words}`)
    .join(', ')}.`;
}
