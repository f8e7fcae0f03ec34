import { formatCount } from '../../ui/format/format.ts';
import { formatShare } from './results.ts';

/** As in "14 63.6%". */
export function CountWithShare({ count, of }: { count: number; of: number }) {
  return (
    <>
      {formatCount(count)} <span className="muted">{formatShare(count, of)}</span>
    </>
  );
}
