import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { journey } from '#tests/setup/journeys/journey.ts';
import { deferred, openConsole, signInAsAdministrator, texts } from '../console.tsx';

/** For both lists. The provider sends no total. */
const { proxy } = journey;
const names = Array.from({ length: 22 }, (_, index) => `Name ${index + 1}`);
const row = (name: string) => ({ id: name, title: name, first_name: name });

let slowed: { keyword: string; until: Promise<void> } | null = null;

beforeEach(async () => {
  await signInAsAdministrator();
  slowed = null;
  proxy.intercept = async ({ url }) => {
    const { searchParams } = new URL(url);
    if (!searchParams.has('page')) return undefined;
    const keyword = searchParams.get('keyword') ?? '';
    if (slowed?.keyword === keyword) await slowed.until;
    const size = Number(searchParams.get('pageSize'));
    const start = (Number(searchParams.get('page')) - 1) * size;
    const rows = names.filter((name) => name.includes(keyword)).slice(start, start + size);
    return Response.json({
      status: 200,
      data: { data: url.includes('recipes') ? { recipes: rows.map(row) } : rows.map(row) },
    });
  };
});

afterEach(() => {
  vi.useRealTimers();
});

const lists = [
  { address: '/users', label: 'Search by name, email, phone, or order' },
  { address: '/recipes', label: 'Search by title' },
];

describe.each(lists)('$address', ({ address, label }) => {
  const box = () => screen.getByLabelText<HTMLInputElement>(label);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const shows = (summary: string) => screen.findByText(summary);

  test('without a total, Next is enabled while a page is full, and no number of pages is shown', async () => {
    await openConsole(address);
    await shows('Showing 1 to 10');
    await press('Next');
    await shows('Showing 11 to 20');
    await press('Next');
    await shows('Showing 21 to 22');
    await press('Next');
    expect(location.search).toBe('?page=3');
    expect(texts('.pages span')).toEqual(['Page 3']);
    await press('Previous');
    await shows('Showing 11 to 20');
  });

  test('typing replaces, paging pushes; Back and Forward restore list and search box', async () => {
    await openConsole(address);
    await shows('Showing 1 to 10');
    const entries = history.length;
    await userEvent.type(box(), 'Name');
    await waitFor(() => expect(location.search).toBe('?keyword=Name'));
    expect(history.length).toBe(entries);
    await press('Next');
    await shows('Showing 11 to 20');
    expect(history.length).toBe(entries + 1);
    await userEvent.type(box(), ' 22');
    await shows('Showing 1 to 1');
    expect(location.search).toBe('?keyword=Name+22');

    history.back();
    await shows('Showing 1 to 10');
    await waitFor(() => expect(box().value).toBe('Name'));
    history.forward();
    await shows('Showing 1 to 1');
    await waitFor(() => expect(box().value).toBe('Name 22'));
  });

  test('a search is debounced by 300 ms', async () => {
    await openConsole(address);
    await shows('Showing 1 to 10');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(box(), { target: { value: 'Name 2' } });
    vi.advanceTimersByTime(200);
    fireEvent.change(box(), { target: { value: 'Name 21' } });
    vi.advanceTimersByTime(299);
    expect(location.search).toBe('');
    vi.advanceTimersByTime(1);
    expect(location.search).toBe('?keyword=Name+21');
  });

  test('a late answer is ignored, and old rows stay while the next ones load', async () => {
    const slow = deferred();
    slowed = { keyword: 'Name 1', until: slow.promise };
    await openConsole(address);
    await shows('Showing 1 to 10');
    await userEvent.type(box(), 'Name 1');
    await waitFor(() => expect(location.search).toBe('?keyword=Name+1'));
    expect(screen.getAllByRole('rowheader')).toHaveLength(10);
    expect(document.querySelector('.table-frame')?.getAttribute('aria-busy')).toBe('true');
    await userEvent.clear(box());
    await userEvent.type(box(), 'Name 22');
    await shows('Showing 1 to 1');
    slow.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Name 22']);
  });

  test('an empty page beyond the first becomes page 1, in the same history entry', async () => {
    await openConsole(`${address}?page=9&keyword=Name`);
    const entries = history.length;
    await shows('Showing 1 to 10');
    expect(location.search).toBe('?keyword=Name');
    expect(history.length).toBe(entries);
    expect(screen.queryByText('No Record Found')).toBeNull();
  });

  test('Back returns to the list in its last state, without a new history entry', async () => {
    await openConsole(`${address}?keyword=Name`);
    await shows('Showing 1 to 10');
    await press('Next');
    await shows('Showing 11 to 20');
    await userEvent.click(screen.getByRole('link', { name: 'Name 12' }));
    expect(location.pathname).toBe(`${address}/Name%2012`);
    const entries = history.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await shows('Showing 11 to 20');
    expect(location.search).toBe('?keyword=Name&page=2');
    expect(history.length).toBe(entries);
  });
});

test('a notification stays for three seconds', async () => {
  await openConsole('/users');
  await screen.findByText('Showing 1 to 10');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  act(() => void toast.success('Done.'));
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(texts('.toast:not([data-leaving]) p')).toEqual(['Done.']);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(texts('.toast:not([data-leaving]) p')).toEqual([]);
});
