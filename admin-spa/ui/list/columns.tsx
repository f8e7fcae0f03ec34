import { useRef, useState } from 'react';
import * as v from 'valibot';
import { readStoredSession } from '#client/storage.ts';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';
import type { Column, Sort } from '../table/columns.ts';
import { useIsWideScreen } from '../table/use-is-wide-screen.ts';
import { type ListPanel, PanelButton, type Panels } from './PanelButton.tsx';

/** The columns of a list that the person has hidden, in this browser. */
export function useColumnChoice(list: string): ColumnChoice {
  const [hidden, setHidden] = useState(() => readHiddenColumns(list));
  return {
    hidden,
    change: (title, { isShown }) => {
      const next = new Set(hidden);
      if (isShown) next.delete(title);
      else next.add(title);
      setHidden(next);
      writeHiddenColumns(list, next);
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

/** The titles of hidden columns, by the name of their list. */
const storedSchema = v.record(v.string(), v.array(v.string()));

/** Reads the choice of the person who is signed in, also after a logout; empty if storage is blocked or has none. */
function readAll(): v.InferOutput<typeof storedSchema> {
  try {
    const key = storageKey();
    const stored: unknown = JSON.parse((key && localStorage.getItem(key)) || '{}');
    return v.is(storedSchema, stored) ? stored : {};
  } catch {
    return {};
  }
}

function readHiddenColumns(list: string): ReadonlySet<string> {
  const all = readAll();
  return new Set(Object.hasOwn(all, list) ? all[list] : []);
}

function writeHiddenColumns(list: string, hidden: ReadonlySet<string>): void {
  try {
    const key = storageKey();
    if (key) localStorage.setItem(key, JSON.stringify({ ...readAll(), [list]: [...hidden] }));
  } catch {
    // The storage is blocked or full: the choice ends with the screen.
  }
}

/** Null without an id of the person: an email address would stay in the browser after a logout. */
function storageKey(): string | null {
  const id = readStoredSession().user?.id;
  return id == null ? null : `hidden_columns:${id}`;
}
