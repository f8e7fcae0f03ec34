import { formatHour } from '../format/format.ts';

/** For figures that the server has kept for a while. Nothing for those that it counted just now. */
export function CountedAt({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <p className="muted counted-at">
      Counted at <time dateTime={at}>{formatHour(at)}</time>.
    </p>
  );
}
