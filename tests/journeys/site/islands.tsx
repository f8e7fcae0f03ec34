import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { toast } from 'react-hot-toast/headless';
import { expect } from 'vitest';
import { Toasts } from '#forms/Toasts.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';

const { proxy } = journey;

export const user = userEvent.setup();

/** Renders an island and the notifications, as its page does. */
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

/** Refuses every call, with this message if there is one. */
export function refuse(message: string | undefined, status = 400) {
  proxy.intercept = () => Response.json(message === undefined ? {} : { status, message }, { status });
}
