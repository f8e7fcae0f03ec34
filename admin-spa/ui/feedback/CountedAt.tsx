import { formatHour } from '../format/format.ts';

/** Says when kept figures were counted. It shows nothing for those that the server counted just now. */
export function CountedAt({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <p className="muted counted-at">
      Counted at <time dateTime={at}>{formatHour(at)}</time>.
    </p>
  );
}
