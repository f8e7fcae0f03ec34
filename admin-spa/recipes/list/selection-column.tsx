import type { RecipeRow } from '#contract/recipes/records.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { Selection } from './use-selection.ts';

/** `rows` are those of the page. */
export function selectionColumn(
  { chosen, choose }: Selection,
  rows: readonly RecipeRow[],
): Column<RecipeRow> {
  const isChosen = ({ id }: RecipeRow) => chosen.has(Number(id));
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
          aria-label={`Select ${row.title || 'Untitled'}`}
          checked={isChosen(row)}
          onChange={(event) => choose([row], { isChosen: event.target.checked })}
        />
      </label>
    ),
  };
}
