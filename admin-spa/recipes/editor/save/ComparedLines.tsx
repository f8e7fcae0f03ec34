import { EMPTY_VALUE } from '../../../ui/format/format.ts';

type Props = {
  lines: readonly string[];
  /** The lines of the other side. */
  others: readonly string[];
  /** Counts the lines that both sides have instead of showing them. */
  isShort: boolean;
};

/** One side of a field that differs. The lines that the other side lacks are marked, or shown alone. */
export function ComparedLines({ lines, others, isShort }: Props) {
  if (lines.length === 0) return EMPTY_VALUE;
  const isOwn = (line: string) => !others.includes(line);
  const sameCount = lines.filter((line) => !isOwn(line)).length;
  const isReordered = lines.toSorted().join('\n') === others.toSorted().join('\n');
  const isFolded = isShort && !isReordered;
  return (
    <ul className="plain">
      {isReordered && <li className="muted">In another order:</li>}
      {lines
        .map((line, index) => ({ line, index }))
        .filter(({ line }) => !isFolded || isOwn(line))
        .map(({ line, index }) => (
          <li key={index}>
            {isOwn(line) && lines.length > 1 && !isShort ? <mark>{line}</mark> : <bdi>{line}</bdi>}
          </li>
        ))}
      {isFolded && sameCount > 0 && (
        <li className="muted">
          {sameCount} {sameCount === 1 ? 'line' : 'lines'} that both have
        </li>
      )}
    </ul>
  );
}
