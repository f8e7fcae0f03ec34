import { useRef } from 'react';
import { useHeadingFocusOnRemoval } from '../../navigation/use-heading-focus.ts';
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
        <Choice
          key={title}
          label={label}
          isShown={!hidden.has(title)}
          change={(shown) => change(title, shown)}
        />
      ))}
    </fieldset>
  );
}

type ChoiceProps = { label: string; isShown: boolean; change: (shown: { isShown: boolean }) => void };

/** Leaves when the list is sorted by its column, or after a zoom without room for it. */
function Choice({ label, isShown, change }: ChoiceProps) {
  const element = useRef<HTMLLabelElement>(null);
  useHeadingFocusOnRemoval(element);
  return (
    <label ref={element}>
      <input
        type="checkbox"
        checked={isShown}
        onChange={({ target }) => change({ isShown: target.checked })}
      />
      {label}
    </label>
  );
}
