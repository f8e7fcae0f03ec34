import { useId } from 'react';
import type { Ingredient, NutritionValue } from '#contract/recipes/records.ts';
import { Card } from '../../ui/Card.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';

type Rows<Row> = { rows: readonly Row[] | null };

const ingredientColumns: readonly Column<Ingredient>[] = [
  { title: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { title: 'Quantity', kind: 'amount', hasLabel: false, cell: ({ quantity }) => quantity || EMPTY_VALUE },
  { title: 'Unit', hasLabel: false, cell: ({ unit_type }) => unit_type || EMPTY_VALUE },
  {
    title: 'Mandatory',
    cell: ({ is_primary }) => (is_primary ? <span className="no-print">Yes</span> : 'No'),
  },
];

const stepColumns: readonly Column<string>[] = [
  { title: '#', kind: 'amount', isRowHeader: true, cell: (_, { number }) => number },
  { title: 'Step', kind: 'text', hasLabel: false, cell: (step) => step },
];

const nutritionColumns: readonly Column<NutritionValue>[] = [
  { title: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { title: 'Value', kind: 'amount', hasLabel: false, cell: ({ value }) => value || EMPTY_VALUE },
];

export function Ingredients({ rows }: Rows<Ingredient>) {
  return (
    <ContentTable title="Ingredients" columns={ingredientColumns} rows={rows} empty="No ingredients added" />
  );
}

export function Steps({ rows }: Rows<string>) {
  return (
    <ContentTable
      title="Preparation steps"
      columns={stepColumns}
      rows={rows}
      empty="No preparation steps added"
    />
  );
}

export function Nutrition({ rows }: Rows<NutritionValue>) {
  return (
    <ContentTable
      title="Nutrition values"
      columns={nutritionColumns}
      rows={rows}
      empty="No nutrition values added"
    />
  );
}

type ContentTableProps<Row> = Rows<Row> & { title: string; columns: readonly Column<Row>[]; empty: string };

/** `rows` is null while loading. */
function ContentTable<Row>({ title, columns, rows, empty }: ContentTableProps<Row>) {
  const id = useId();
  return (
    <Card title={title} titleId={id}>
      {rows?.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <FramedTable
          columns={columns}
          rows={rows}
          // Rows have no id.
          keyOf={(_, index) => index}
          className="part"
          labelledBy={id}
          skeletonRows={4}
        />
      )}
    </Card>
  );
}
