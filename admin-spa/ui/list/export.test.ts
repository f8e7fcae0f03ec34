import { expect, test } from 'vitest';
import { fileName } from './export.tsx';

const now = new Date(2026, 10, 2);

test.each([
  [['users'], 'users-2026-11-02.csv'],
  [['users', 'in_grace_period'], 'users-in-grace-period-2026-11-02.csv'],
  [['recipes', 'Crème brûlée'], 'recipes-Crème-brûlée-2026-11-02.csv'],
  [['recipes', '../../.hidden', ' / '], 'recipes-hidden-2026-11-02.csv'],
])('%j is %s', (parts, name) => {
  expect(fileName(parts, 'csv', now)).toBe(name);
});
