import { useRef, useState } from 'react';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';
import { readStoredList, writeStoredList } from '../stored-lists.ts';
import type { Column, Sort } from '../table/columns.ts';
import { useIsWideScreen } from '../table/use-is-wide-screen.ts';
import { type ListPanel, PanelButton, type Panels } from './PanelButton.tsx';

const STORE = 'hidden_columns';

/** The columns of a list that the person has hidden, in this browser. */
export function useColumnChoice(list: string): ColumnChoice {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(readStoredList(STORE, list)));
  return {
    hidden,
    change: (title, { isShown }) => {
      const next = new Set(hidden);
      if (isShown) next.delete(title);
      else next.add(title);
      setHidden(next);
      writeStoredList(STORE, list, [...next]);
    },
  };
}

type Props<Row> = {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  panels: Panels<ListPanel>;
  sort?: Sort | undefined;
};

/** The columns without the hidden ones, and the panel in which they are chosen. */
export function useColumns<Row>({ columns, choice, panels, sort }: Props<Row>) {
  const canHide = (column: Column<Row>) => canBeHidden(column, sort);
  return {
    columns: columns.filter((column) => !canHide(column) || !choice.hidden.has(column.title)),
    button: <PanelButton panels={panels} name="columns" label="Columns" />,
    panel: panels.open === 'columns' && <ColumnsPanel columns={columns.filter(canHide)} choice={choice} />,
  };
}

type PanelProps<Row> = {
  /** The columns that can be hidden. */
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
};

/** A checkbox for each column that can be hidden. Each choice applies at once. */
function ColumnsPanel<Row>({ columns, choice: { hidden, change } }: PanelProps<Row>) {
  const isWide = useIsWideScreen();
  const offered = columns.filter((column) => isWide || !column.isWideOnly);
  return (
    <fieldset className="columns-panel">
      <legend className="visually-hidden">Columns that are shown</legend>
      {offered.map(({ title, label = title }) => (
        <ColumnBox
          key={title}
          label={label}
          isShown={!hidden.has(title)}
          change={(shown) => change(title, shown)}
        />
      ))}
    </fieldset>
  );
}

type ColumnBoxProps = { label: string; isShown: boolean; change: (shown: { isShown: boolean }) => void };

/** It is removed when the list is sorted by its column, or after a zoom without room for it. */
function ColumnBox({ label, isShown, change }: ColumnBoxProps) {
  const element = useRef<HTMLLabelElement>(null);
  useHeadingFocusOnRemoval(element);
  return (
    <label ref={element}>
      <input
        type="checkbox"
        checked={isShown}
        onChange={({ target }) => change({ isShown: target.checked })}
      />
      <span>{label}</span>
    </label>
  );
}

type ColumnChoice = {
  /** The titles of the hidden columns. */
  readonly hidden: ReadonlySet<string>;
  readonly change: (title: string, shown: { isShown: boolean }) => void;
};

/** The name of the record, its choice, its actions and the order of the list always show. */
function canBeHidden(
  column: Pick<Column<never>, 'isRowHeader' | 'isAlwaysShown' | 'kind' | 'sortKey'>,
  sort: Sort | undefined,
): boolean {
  const { isRowHeader, isAlwaysShown, kind, sortKey } = column;
  const isSorted = sortKey !== undefined && sortKey === sort?.key;
  return !isRowHeader && !isAlwaysShown && !isSorted && kind !== 'actions' && kind !== 'choice';
}
