import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorScreen } from './ErrorScreen.tsx';

function Screen({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('broken');
  return <p>Fine</p>;
}

test('a broken screen shows an error, and the next screen is mounted anew', () => {
  // React logs caught errors.
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screenAt = (path: string, { isBroken }: { isBroken: boolean }) => (
    <ErrorScreen key={path}>
      <Screen isBroken={isBroken} />
    </ErrorScreen>
  );
  const { rerender } = render(screenAt('/users', { isBroken: true }));
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  rerender(screenAt('/recipes', { isBroken: false }));
  expect(screen.getByText('Fine')).toBeTruthy();
  expect(report).toHaveBeenCalled();
});
