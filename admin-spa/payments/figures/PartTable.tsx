import type { RecoveryResults } from '#contract/payments/figures.ts';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { CountWithShare } from './CountWithShare.tsx';
import { countFailed, countRecovered } from './results.ts';

type Part = { readonly results: RecoveryResults; readonly medianDays: number | null };
type NamedPart = Part & { readonly key: string; readonly name: string };

type Props = {
  /** The heading of the first column, as in "Store". */
  title: string;
  /** Undefined while loading. */
  parts: readonly NamedPart[] | undefined;
  skeletonRows: number;
  className?: string;
};

/** The recovery rate of each part. */
export function PartTable({ title, parts, skeletonRows, className = '' }: Props) {
  return (
    <FramedTable
      columns={[{ title, isRowHeader: true, cell: ({ name }) => name }, ...columns]}
      rows={parts ?? null}
      keyOf={({ key }) => key}
      className={`parts ${className}`}
      caption={`Recovery by ${title.toLowerCase()}`}
      skeletonRows={skeletonRows}
    />
  );
}

const columns: readonly Column<NamedPart>[] = [
  { title: 'Failed', kind: 'number', cell: ({ results }) => formatCount(countFailed(results)) },
  {
    title: 'Recovered',
    kind: 'number',
    cell: ({ results }) => <CountWithShare count={countRecovered(results)} of={countFailed(results)} />,
  },
  { title: 'Median days', kind: 'number', cell: ({ medianDays }) => medianDays ?? EMPTY_VALUE },
];
