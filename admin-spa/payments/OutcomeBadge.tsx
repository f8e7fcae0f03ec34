import type { RetryOutcome } from '#contract/payments/records.ts';
import { outcomeLabels } from './retry/failure.ts';

const tones: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'good',
  still_failing: 'bad',
  not_retryable: 'quiet',
  store_unreachable: 'waiting',
};

/** What a check found; null while it runs, or if it was abandoned. */
export function OutcomeBadge({ outcome }: { outcome: RetryOutcome | null }) {
  return (
    <span className="badge" data-tone={outcome ? tones[outcome] : 'waiting'}>
      {outcome ? outcomeLabels[outcome] : 'No answer yet'}
    </span>
  );
}
