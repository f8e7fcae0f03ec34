import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Column, rowNumberColumn } from './columns.ts';
import { FramedTable } from './Table.tsx';

type Dish = { name: string; cups: number; note: string };

const columns: readonly Column<Dish>[] = [
  rowNumberColumn,
  { title: 'Dish', isRowHeader: true, cell: ({ name }) => name },
  { title: 'Cups', kind: 'amount', cell: ({ cups }, { isWide }) => (isWide ? cups : `${cups} cups`) },
  { title: 'Note', isWideOnly: true, hasLabel: false, cell: ({ note }) => note },
];
const dishes = [
  { name: 'Soup', cups: 2, note: 'Hot' },
  { name: 'Salad', cups: 3, note: 'Cold' },
];

afterEach(() => vi.unstubAllGlobals());

function show(rows: readonly Dish[] | null, { isWide = false } = {}): (string | undefined)[][] {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const table = { columns, rows, keyOf: ({ name }: Dish) => name, className: 'records' };
  const { container } = render(<FramedTable {...table} skeletonRows={3} firstNumber={11} isBusy={!rows} />);
  expect(container.firstElementChild?.getAttribute('aria-busy')).toBe(String(!rows));
  return [...container.querySelectorAll('tr')].map((row) =>
    [...row.cells].map((cell) =>
      [cell.scope, cell.className, cell.dataset.label, cell.textContent].filter(Boolean).join(' '),
    ),
  );
}

test('columns render headers, labelled cells and row numbers that continue from page to page', () => {
  expect(show(dishes)).toEqual([
    ['col number high #', 'col Dish', 'col amount Cups'],
    ['number high 11', 'row Soup', 'amount Cups 2 cups'],
    ['number high 12', 'row Salad', 'amount Cups 3 cups'],
  ]);
});

test('a wide screen shows the wide columns too', () => {
  expect(show(dishes, { isWide: true }).slice(0, 2)).toEqual([
    ['col number high #', 'col Dish', 'col amount Cups', 'col Note'],
    ['number high 11', 'row Soup', 'amount Cups 2', 'Hot'],
  ]);
});

test('while loading, the skeleton has the rows and columns of the page', () => {
  expect(show(null).slice(1)).toEqual([1, 2, 3].map(() => ['high', '', '']));
});
