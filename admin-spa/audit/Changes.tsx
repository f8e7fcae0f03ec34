import { can } from '#client/capabilities.ts';
import type { Change } from '#contract/audit.ts';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { fieldLabel, valueLabel } from './labels.ts';

/** Names fields, and writes their values as text. */
export type ChangeLabels = {
  readonly field: (field: string) => string;
  readonly value: (field: string, value: string | null) => string;
};

const userLabels: ChangeLabels = { field: fieldLabel, value: valueLabel };

/** Lists each change with its old and its new value. */
export function Changes({
  changes,
  labels = userLabels,
}: {
  changes: readonly Change[];
  labels?: ChangeLabels;
}) {
  if (changes.length === 0) return <span>{EMPTY_VALUE}</span>;
  return (
    <ul className="plain">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field may occur several times, and nothing is ever moved
        <ChangeLine key={index} change={change} labels={labels} />
      ))}
    </ul>
  );
}

function ChangeLine({ change: { field, from, to }, labels }: { change: Change; labels: ChangeLabels }) {
  // They are taken out for those who don’t see who people are.
  if (!from && !to && !can('people:read')) return <li>{`${labels.field(field)}: not shown`}</li>;
  return (
    <li>
      <span>{`${labels.field(field)}:`}</span> <span className="visually-hidden">from </span>
      <bdi>{labels.value(field, from)}</bdi> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> to </span> <bdi>{labels.value(field, to)}</bdi>
    </li>
  );
}
