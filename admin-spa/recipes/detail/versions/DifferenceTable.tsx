import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { ComparedLines, linesOf } from '../../ComparedLines.tsx';
import type { FormField, RecipeForm } from '../../editor/state/recipe-form.ts';
import { fieldLabels } from '../../field-labels.ts';

type Props = { then: RecipeForm; now: RecipeForm; shown: number; fields: readonly FormField[] };

/** The fields that differ, each on both sides. */
export function DifferenceTable({ then, now, shown, fields }: Props) {
  const columns: readonly Column<FormField>[] = [
    { title: 'Field', isRowHeader: true, cell: (field) => fieldLabels[field] },
    {
      title: `Version ${shown}`,
      kind: 'text',
      cell: (field) => (
        <ComparedLines lines={linesOf(then, field)} others={linesOf(now, field)} isShort={false} />
      ),
    },
    {
      title: 'Now',
      kind: 'text',
      cell: (field) => (
        <ComparedLines lines={linesOf(now, field)} others={linesOf(then, field)} isShort={false} />
      ),
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
