import * as v from 'valibot';
import { readStoredSession } from '#client/storage.ts';
import type { Column, Sort } from '../../table/columns.ts';

export type ColumnChoice = {
  /** Titles. */
  readonly hidden: ReadonlySet<string>;
  readonly change: (title: string, shown: { isShown: boolean }) => void;
};

/** The name of the record, its choice, its actions and the order of the list always show. */
export function canBeHidden(
  column: Pick<Column<never>, 'isRowHeader' | 'isAlwaysShown' | 'kind' | 'sortKey'>,
  sort: Sort | undefined,
): boolean {
  const { isRowHeader, isAlwaysShown, kind, sortKey } = column;
  const isSorted = sortKey !== undefined && sortKey === sort?.key;
  return !isRowHeader && !isAlwaysShown && !isSorted && kind !== 'actions' && kind !== 'choice';
}

/** The titles of hidden columns, by the name of their list. */
const storedSchema = v.record(v.string(), v.array(v.string()));

/** The choice of the person who is signed in, also after a logout. Empty if storage is blocked or holds no list. */
function readAll(): v.InferOutput<typeof storedSchema> {
  try {
    const key = storageKey();
    const stored: unknown = JSON.parse((key && localStorage.getItem(key)) || '{}');
    return v.is(storedSchema, stored) ? stored : {};
  } catch {
    return {};
  }
}

export function readHiddenColumns(list: string): ReadonlySet<string> {
  const all = readAll();
  return new Set(Object.hasOwn(all, list) ? all[list] : []);
}

export function writeHiddenColumns(list: string, hidden: ReadonlySet<string>): void {
  try {
    const key = storageKey();
    if (key) localStorage.setItem(key, JSON.stringify({ ...readAll(), [list]: [...hidden] }));
  } catch {
    // Blocked or full: the choice ends with the screen.
  }
}

/** Null for a provider that sends no id: an address would stay in the browser after a logout. */
function storageKey(): string | null {
  const id = readStoredSession().user?.id;
  return id === undefined ? null : `hidden_columns:${id}`;
}
