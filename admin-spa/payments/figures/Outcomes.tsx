import type { RecoveryResults } from '#contract/payments/figures.ts';
import { formatCount } from '../../ui/format/format.ts';
import { countFailed, formatShare, resultNames } from './results.ts';

/** What became of the payments of closed months: a bar, and its parts with words and numbers. */
export function Outcomes({ results }: { results: RecoveryResults | undefined }) {
  const all = results ? countFailed(results) : 0;
  const shown = resultNames.filter(([name]) => name !== 'open' || (results?.open ?? 0) > 0);
  let start = 0;
  return (
    <div className="outcomes">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="1000" height="10" />
        {results &&
          shown.map(([name]) => {
            const width = all === 0 ? 0 : (results[name] / all) * 1000;
            const x = start;
            start += width;
            return <rect key={name} className={name} x={x} width={width} height="10" />;
          })}
      </svg>
      <dl>
        {shown.map(([name, label]) => (
          <div key={name}>
            <dt>
              <span className={`swatch ${name}`} aria-hidden="true" /> {label}
            </dt>
            <dd>
              {formatCount(results ? results[name] : null)}{' '}
              {all > 0 && results && <span className="muted">{formatShare(results[name], all)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
