import type { Column } from '../../table/columns.ts';
import { useIsWideScreen } from '../../table/use-is-wide-screen.ts';
import type { ColumnChoice } from './hidden-columns.ts';

type Props<Row> = {
  /** Those that can be hidden. */
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
};

/** A checkbox for each column that can be hidden. Each choice applies at once. */
export function ColumnsPanel<Row>({ columns, choice: { hidden, change } }: Props<Row>) {
  const isWide = useIsWideScreen();
  const offered = columns.filter((column) => isWide || !column.isWideOnly);
  return (
    <fieldset className="columns-panel">
      <legend className="visually-hidden">Columns that are shown</legend>
      {offered.map(({ title, label = title }) => (
        <label key={title}>
          <input
            type="checkbox"
            checked={!hidden.has(title)}
            onChange={({ target }) => change(title, { isShown: target.checked })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
