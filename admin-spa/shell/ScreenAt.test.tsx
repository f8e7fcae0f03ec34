import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { lazy } from '../ui/lazy.tsx';
import { ScreenAt } from './ScreenAt.tsx';

test('code that fails to load shows an error; Retry loads it again, and the data is requested once', async () => {
  let tries = 0;
  let calls = 0;
  const missing = {
    path: routes.home,
    title: 'Anything',
    firstCall: async () => {
      calls += 1;
    },
    code: lazy(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <h1>Here at last</h1>;
    }),
  };
  render(<ScreenAt screen={missing} />);
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(document.title).toMatch(/^Anything · /);
  await screen.findByText('This screen couldn’t be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Here at last' });
  expect(calls).toBe(1);
});
