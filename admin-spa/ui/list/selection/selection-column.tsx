import type { Column } from '../../table/columns.ts';
import type { Selection } from './use-selection.ts';

/** `rows` are those of the page. */
export function selectionColumn<Row extends { readonly id: string | number }>(
  { chosen, choose, nameOf }: Selection<Row>,
  rows: readonly Row[],
): Column<Row> {
  const isChosen = ({ id }: Row) => chosen.has(Number(id));
  const chosenRows = rows.filter(isChosen).length;
  return {
    title: 'Select',
    kind: 'choice',
    hasLabel: false,
    head: (
      <label>
        <input
          type="checkbox"
          aria-label="Select all on this page"
          // While loading, it only keeps its place.
          disabled={rows.length === 0}
          checked={rows.length > 0 && chosenRows === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = chosenRows > 0 && chosenRows < rows.length;
          }}
          onChange={(event) => choose(rows, { isChosen: event.target.checked })}
        />
      </label>
    ),
    cell: (row) => (
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(row)}`}
          checked={isChosen(row)}
          onChange={(event) => choose([row], { isChosen: event.target.checked })}
        />
      </label>
    ),
  };
}
