import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { toast } from 'react-hot-toast/headless';
import { expect } from 'vitest';
import { Toasts } from '#forms/Toasts.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';

const { proxy } = journey;

export const user = userEvent.setup();

/** Shows an island at an address, with the notifications beside it, as its page does. */
export function open(Form: ComponentType, address: string) {
  toast.remove();
  history.replaceState(null, '', address);
  render(
    <>
      <Form />
      <Toasts duration={5000} />
    </>,
  );
}

export const press = (name: string) => user.click(screen.getByRole('button', { name }));

export async function expectAlert(text: string) {
  const alerts = await screen.findAllByRole('alert');
  await waitFor(() =>
    expect(alerts.map((alert) => alert.textContent)).toContainEqual(expect.stringContaining(text)),
  );
}

/** Every call is refused, in these words where there are some. */
export function refuse(message: string | undefined, status = 400) {
  proxy.intercept = () => Response.json(message === undefined ? {} : { status, message }, { status });
}
