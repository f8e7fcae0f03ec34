import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { createImporter } from '#tests/api/imports/import.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { press } from '../editor.ts';

const { db, api } = journey;

export const IMPORTS = '/admin/recipe-imports';

/** Another administrator, who imports through the API. */
export async function signInColleague() {
  const colleague = await signInAdministrator({ db }, api);
  return { ...createImporter(api, colleague), put: colleague.put };
}

export async function emptyRecipes() {
  await db.deleteFrom('recipes').execute();
  await db.deleteFrom('background_jobs').execute();
}

export async function choose(...files: readonly [name: string, text: string][]) {
  await screen.findByRole('heading', { name: 'Choose files' });
  const chosen = files.map(([name, text]) => new File([text], name));
  await userEvent.upload(screen.getByLabelText('Files to import'), chosen);
}

/** Waits until they are uploaded. */
export async function readFiles(count = 1) {
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(count));
  await press('Read the files');
}

export const findHeading = (name: string) => screen.findByRole('heading', { level: 2, name });

export const rowTitles = () =>
  [...document.querySelectorAll('.import-rows tbody th > :is(bdi, a)')].map(({ textContent }) => textContent);

export async function confirm(dialogName: string, button: string) {
  const dialog = await screen.findByRole('dialog', { name: dialogName });
  await userEvent.click(within(dialog).getByRole('button', { name: button }));
}

export const recipes = () =>
  db.selectFrom('recipes').where('deleted_at', 'is', null).selectAll().orderBy('id').execute();
