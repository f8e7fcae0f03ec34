import { expect, test } from 'vitest';
import { hasNext, pageRange, pageSummary } from './paging.tsx';

const state = { page: 3, pageSize: 10, keyword: '', filters: {} };

test('with an exact total the last page has no next one', () => {
  expect(hasNext({ total: 31, rows: 10 }, state)).toBe(true);
  expect(hasNext({ total: 30, rows: 10 }, state)).toBe(false);
  expect(pageSummary({ total: 30, rows: 10 }, state)).toBe('Showing 21 to 30 of 30');
  expect(pageRange({ total: 30, rows: 10 }, state)).toBe('21–30 of 30');
});

test('a total that is only a minimum ends nowhere', () => {
  const answer = { total: 10_000, isMinimum: true, rows: 10 };
  expect(pageSummary(answer, state)).toBe('Showing 21 to 30 of more than 10,000');
  expect(pageRange(answer, state)).toBe('21–30 of 10,000+');
  const beyond = { ...state, page: 1_200 };
  expect(hasNext(answer, beyond)).toBe(true);
  expect(hasNext({ ...answer, rows: 4 }, beyond)).toBe(false);
  expect(pageSummary({ ...answer, rows: 4 }, beyond)).toBe('Showing 11,991 to 11,994 of more than 10,000');
  expect(pageRange({ ...answer, rows: 4 }, beyond)).toBe('11,991–11,994 of 10,000+');
});

test('without a total there is only a range, and without rows none', () => {
  expect(pageRange({ total: null, rows: 10 }, state)).toBe('21–30');
  expect(pageRange({ total: 0, rows: 0 }, state)).toBeNull();
  expect(pageSummary({ total: 0, rows: 0 }, state)).toBe('No Record Found');
});
