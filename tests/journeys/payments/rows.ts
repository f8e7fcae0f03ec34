import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { texts } from '../console.tsx';

/** The e-mail addresses of the rows, up to the @, in their order. */
export const rowNames = () => texts('tbody th.address small').map((email) => email?.split('@')[0]);

/** The control of a row, which opens its details. */
export async function findOpener(email: string): Promise<HTMLElement> {
  const row = (await screen.findByText(email, { selector: 'tbody bdi' })).closest('tr');
  return within(row as HTMLElement).getByRole('button', { name: /: payment details$/ });
}

/** Opens the details of a payment. */
export async function openDetails(email: string) {
  const opener = await findOpener(email);
  await userEvent.click(opener);
  return { opener, details: within(await screen.findByRole('dialog')) };
}
