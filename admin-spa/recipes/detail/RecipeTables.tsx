import { type ReactNode, useId } from 'react';
import type { Ingredient, NutritionValue } from '#contract/recipes.ts';
import { NOTHING } from '../../ui/format/format.ts';
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx';

type Rows<Row> = { rows: readonly Row[] | null };

/** What goes in. */
export function Ingredients({ rows }: Rows<Ingredient>) {
  return (
    <Part
      title="Ingredients"
      columns={['Name', 'Quantity', 'Unit', 'Mandatory']}
      numeric="Quantity"
      rows={rows}
      empty="No ingredients added"
      line={(ingredient) => (
        <>
          <th scope="row">{ingredient.name}</th>
          <td className="amount">{ingredient.quantity || NOTHING}</td>
          <td>{ingredient.unit_type || NOTHING}</td>
          <td data-label="Mandatory">{ingredient.is_primary ? 'Yes' : 'No'}</td>
        </>
      )}
    />
  );
}

/** What to do, in order. */
export function Steps({ rows }: Rows<string>) {
  return (
    <Part
      title="Preparation steps"
      columns={['#', 'Step']}
      numeric="#"
      rows={rows}
      empty="No preparation steps added"
      line={(step, index) => (
        <>
          <th scope="row" className="amount">
            {index + 1}
          </th>
          <td className="text">{step}</td>
        </>
      )}
    />
  );
}

/** What it gives. */
export function Nutrition({ rows }: Rows<NutritionValue>) {
  return (
    <Part
      title="Nutrition values"
      columns={['Name', 'Value']}
      numeric="Value"
      rows={rows}
      empty="No nutrition values added"
      line={({ name, value }) => (
        <>
          <th scope="row">{name}</th>
          <td className="amount">{value || NOTHING}</td>
        </>
      )}
    />
  );
}

type PartProps<Row> = Rows<Row> & {
  title: string;
  columns: readonly string[];
  /** The column whose values stand to the right. */
  numeric: string;
  empty: string;
  line: (row: Row, index: number) => ReactNode;
};

/** One table of a recipe; its rows are null while they load. */
function Part<Row>({ title, columns, numeric, rows, empty, line }: PartProps<Row>) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows?.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <div className="table-frame">
          <table className="part" aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={column === numeric ? 'amount' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows?.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a recipe have no identity of their own
                <tr key={index}>{line(row, index)}</tr>
              )) ?? <SkeletonRows rows={4} columns={columns.length} />}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
