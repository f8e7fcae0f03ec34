import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { texts } from '../console.tsx';

/** The e-mail addresses of the rows, up to the @, in their order. */
export const rowNames = () => texts('tbody th.address small').map((email) => email?.split('@')[0]);

/** Opens the details of a payment. */
export async function openDetails(email: string) {
  const opener = await screen.findByRole('button', {
    name: new RegExp(`details of the payment of ${email}`),
  });
  await userEvent.click(opener);
  return { opener, details: within(await screen.findByRole('dialog')) };
}
