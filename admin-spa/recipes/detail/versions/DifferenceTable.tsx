import { EMPTY_VALUE } from '../../../ui/format/format.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { fieldLabels, linesOf } from '../../editor/save/field-labels.ts';
import type { FormField, RecipeForm } from '../../editor/state/recipe-form.ts';

type Props = { then: RecipeForm; now: RecipeForm; shown: number; fields: readonly FormField[] };

/** The fields that differ, each on both sides. */
export function DifferenceTable({ then, now, shown, fields }: Props) {
  const columns: readonly Column<FormField>[] = [
    { title: 'Field', isRowHeader: true, cell: (field) => fieldLabels[field] },
    {
      title: `Version ${shown}`,
      kind: 'text',
      cell: (field) => <Lines lines={linesOf(then, field)} others={linesOf(now, field)} />,
    },
    {
      title: 'Now',
      kind: 'text',
      cell: (field) => <Lines lines={linesOf(now, field)} others={linesOf(then, field)} />,
    },
  ];
  return (
    <FramedTable
      columns={columns}
      rows={fields}
      keyOf={(field) => field}
      className="records narrow"
      labelledBy="comparison-title"
    />
  );
}

/** Marks the lines that the other side lacks. */
function Lines({ lines, others }: { lines: readonly string[]; others: readonly string[] }) {
  if (lines.length === 0) return EMPTY_VALUE;
  return (
    <ul className="changes">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice
        <li key={index}>
          {others.includes(line) || lines.length === 1 ? <bdi>{line}</bdi> : <mark>{line}</mark>}
        </li>
      ))}
    </ul>
  );
}
