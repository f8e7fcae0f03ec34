import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { journey } from '#tests/setup/journeys/journey.ts';

export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
export const button = (name: string | RegExp) => screen.queryByRole('button', { name });

export async function type(name: string, text: string) {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.click(input);
  await userEvent.paste(text);
}

export const storedRecipe = () =>
  journey.db.selectFrom('recipes').selectAll().orderBy('id').executeTakeFirstOrThrow();

export const calls = (method: string, path: string) =>
  journey.proxy.requests.filter((request) => request.method === method && request.path === path);

/** What a list of rows shows: the values of each row's inputs. */
export function rowTexts(list: string): string[][] {
  const region = screen.getByRole('region', { name: list });
  return [...region.querySelectorAll('ol > li')].map((row) =>
    [...row.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"]), textarea')].map(
      ({ value }) => value,
    ),
  );
}

/** The last announcement of the editor. */
export const announced = () =>
  document.querySelector('.recipe-editor > [role="status"]')?.textContent?.trim();
