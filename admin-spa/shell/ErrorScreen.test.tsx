import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorScreen } from './ErrorScreen.tsx';

function Screen({ broken }: { broken: boolean }) {
  if (broken) throw new Error('broken');
  return <p>Fine</p>;
}

test('a screen that breaks says so, and the next one starts afresh', () => {
  // React logs caught errors.
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const at = (path: string, broken: boolean) => (
    <ErrorScreen key={path}>
      <Screen broken={broken} />
    </ErrorScreen>
  );
  const { rerender } = render(at('/users', true));
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  rerender(at('/recipes', false));
  expect(screen.getByText('Fine')).toBeTruthy();
  expect(report).toHaveBeenCalled();
});
