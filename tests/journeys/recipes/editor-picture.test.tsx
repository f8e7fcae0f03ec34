import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { journey } from '#tests/setup/journeys/journey.ts';
import { addRecipe } from '../add-recipe.ts';
import {
  allowAllBut,
  axeViolations,
  deferred,
  expectAlert,
  expectNotice,
  openConsole,
  signInAsAdministrator,
  texts,
} from '../console.tsx';
import { stubDialogs } from '../dialogs.ts';
import { announced, button, calls, field, press, storedRecipe, type } from './editor.ts';

const { db, proxy } = journey;

beforeEach(async () => {
  stubDialogs();
  await db.deleteFrom('recipes').execute();
  await signInAsAdministrator();
});

const uploads = () => calls('POST', '/admin/pictures');
const address = async () => (await field('Picture address')).value;
const preview = () => document.querySelector<HTMLImageElement>('.preview img');
const card = () => screen.findByRole('region', { name: 'Picture and video' });
const fileInput = () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no input for files.');
  return input;
};

async function pictureFile(name = 'soup.jpg'): Promise<File> {
  return new File([new Uint8Array(await makePicture())], name, { type: 'image/jpeg' });
}

async function choose(file: File) {
  await screen.findByRole('button', { name: 'Choose a picture' });
  await userEvent.upload(fileInput(), file, { applyAccept: false });
}

/** Holds the uploads back until the returned promise is resolved. */
function holdUploads() {
  const held = deferred();
  proxy.intercept = async ({ method, url }) =>
    void (method === 'POST' && url.endsWith('/pictures') && (await held.promise));
  return held;
}

/** What the browser tells about files that are dragged or pasted; jsdom has neither event. */
function transferOf(files: readonly File[], types: readonly string[] = ['Files']) {
  return { files, types, dropEffect: 'none' };
}

const STORED = /^\/api\/v1\/pictures\/[0-9a-f]{64}\/1280\.webp$/;

test('a chosen picture is uploaded, shown at once with its copies, and saved', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await choose(await pictureFile());
  await waitFor(async () => expect(await address()).toMatch(STORED));
  await waitFor(() => expect(announced()).toBe('Picture uploaded'));
  expect(preview()?.srcset).toMatch(/320\.webp 320w, .*640\.webp 640w, .*1280\.webp 1280w$/);
  expect(preview()?.sizes).toBe('289px');
  expect(preview()?.style.backgroundImage).toContain('data:image/webp;base64,');
  expect(await axeViolations()).toEqual([]);
  await press('Save');
  await expectNotice('Recipe saved as a draft');
  expect((await storedRecipe()).image_url).toMatch(/^pictures\/[0-9a-f]{64}\/1280\.webp$/);
});

test('a picture that is dropped onto the card is uploaded; one beside it does not replace the page', async () => {
  await openConsole('/recipes/new');
  const zone = await card();
  const files = [await pictureFile()];
  const dataTransfer = transferOf(files);
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
  expect(uploads()).toEqual([]);
  fireEvent.dragOver(zone, { dataTransfer });
  expect(zone.className).toContain('dropping');
  expect(fireEvent.drop(zone, { dataTransfer })).toBe(false);
  expect(zone.className).not.toContain('dropping');
  await waitFor(async () => expect(await address()).toMatch(STORED));
});

test('a picture from the clipboard is uploaded; a text is pasted as always', async () => {
  await openConsole('/recipes/new');
  const input = await field('Picture address');
  const files = [await pictureFile()];
  expect(fireEvent.paste(input, { clipboardData: transferOf(files, ['Files', 'text/plain']) })).toBe(true);
  expect(uploads()).toEqual([]);
  expect(fireEvent.paste(input, { clipboardData: transferOf(files) })).toBe(false);
  await waitFor(async () => expect(await address()).toMatch(STORED));
});

test('an upload shows its progress and can be canceled; what was there stays', async () => {
  await openConsole('/recipes/new');
  await type('Picture address', 'https://pictures.example/egg.jpg');
  holdUploads();
  await choose(await pictureFile());
  expect(screen.getByRole('progressbar', { name: 'Upload of the picture' })).toBeTruthy();
  expect(announced()).toBe('Uploading the picture');
  expect((await field('Picture address')).readOnly).toBe(true);
  expect(await axeViolations()).toEqual([]);
  await press('Cancel upload');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(announced()).toBe('Upload canceled');
  expect(document.activeElement).toBe(button('Choose a picture'));
  expect(await address()).toBe('https://pictures.example/egg.jpg');
  expect(texts('.error')).toEqual([]);
});

test.each([
  [
    'a PDF',
    () => new File(['%PDF-1.7'], 'soup.jpg'),
    'This is a PDF. Use a JPEG, PNG, WebP, or AVIF picture.',
  ],
  [
    'a file of 11 MB',
    () => new File([new Uint8Array(11 * 1024 * 1024)], 'soup.jpg'),
    'A picture can have at most 10 MB. Make it smaller and try again.',
  ],
])('%s is refused with a reason, and what was there stays', async (_, makeFile, message) => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await type('Picture address', 'https://pictures.example/egg.jpg');
  await choose(makeFile());
  await screen.findByText(message, { selector: '.error' });
  expect(announced()).toBe(message);
  expect(await address()).toBe('https://pictures.example/egg.jpg');
  expect((await field('Title')).value).toBe('Soup');
  await choose(await pictureFile());
  await waitFor(async () => expect(await address()).toMatch(STORED));
  expect(texts('.error')).toEqual([]);
});

test('two files at once are refused', async () => {
  await openConsole('/recipes/new');
  const files = [await pictureFile('a.jpg'), await pictureFile('b.jpg')];
  fireEvent.drop(await card(), { dataTransfer: transferOf(files) });
  await screen.findByText('A recipe has one picture. Choose one file.', { selector: '.error' });
  expect(uploads()).toEqual([]);
});

test('Save waits for the picture', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  const held = holdUploads();
  await choose(await pictureFile());
  await press('Save');
  await screen.findByText('Waiting for the picture');
  await userEvent.keyboard('{Control>}s{/Control}');
  await type('Description', 'Hot');
  expect(calls('POST', '/admin/recipes')).toEqual([]);
  held.resolve();
  await expectNotice('Recipe saved as a draft');
  expect(calls('POST', '/admin/recipes')).toHaveLength(1);
  expect(await storedRecipe()).toMatchObject({
    description: 'Hot',
    image_url: expect.stringMatching(/^pictures\//),
  });
});

test('a save that waits for a picture that fails saves nothing and says so', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  const held = holdUploads();
  await choose(new File(['GIF89a'], 'soup.gif'));
  await press('Save');
  held.resolve();
  await expectAlert('The picture couldn’t be uploaded, so nothing has been saved yet.');
  expect(texts('.picture-upload .error')).toEqual(['This is a GIF. Use a JPEG, PNG, WebP, or AVIF picture.']);
  expect(calls('POST', '/admin/recipes')).toEqual([]);
  await press('Save');
  await expectNotice('Recipe saved as a draft');
});

test('a save that waits for a picture ends with the screen, and saves nothing', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  const held = holdUploads();
  await choose(await pictureFile());
  await press('Save');
  await press('Back');
  await expectAlert('The picture couldn’t be uploaded, so nothing has been saved yet.');
  expect(calls('POST', '/admin/recipes')).toEqual([]);
  held.resolve();
});

test('the picture can be removed, and the focus stays in the card', async () => {
  const { id } = await addRecipe({ image_url: 'https://pictures.example/egg.jpg' });
  await openConsole(`/recipes/${id}/edit`);
  await press('Remove picture');
  expect(await address()).toBe('');
  expect(document.activeElement).toBe(button('Choose a picture'));
  expect(button('Remove picture')).toBeNull();
  expect(announced()).toBe('Picture removed');
  await press('Save');
  await expectNotice('Recipe saved');
  expect((await storedRecipe()).image_url).toBeNull();
});

test('a picture that does not load says so', async () => {
  const { id } = await addRecipe({ image_url: 'https://pictures.example/gone.jpg' });
  await openConsole(`/recipes/${id}/edit`);
  await waitFor(() => expect(preview()).toBeTruthy());
  if (preview()) fireEvent.error(preview() as HTMLImageElement);
  await screen.findByText('This picture doesn’t load. Check its address or upload it again.');
});

test('without the capability there is the address only', async () => {
  allowAllBut('pictures:upload');
  const { id } = await addRecipe({ title: 'Soup' });
  await openConsole(`/recipes/${id}/edit`);
  await field('Picture address');
  expect(button('Choose a picture')).toBeNull();
  fireEvent.drop(await card(), { dataTransfer: transferOf([await pictureFile()]) });
  expect(uploads()).toEqual([]);
});

test('the picture of a deleted recipe is loaded with the token', async () => {
  await openConsole('/recipes/new');
  await type('Title', 'Soup');
  await choose(await pictureFile());
  await waitFor(async () => expect(await address()).toMatch(STORED));
  await press('Save');
  await expectNotice('Recipe saved as a draft');
  const { id, image_url } = await storedRecipe();
  await db.updateTable('recipes').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  proxy.requests.length = 0;
  document.body.replaceChildren();
  await openConsole(`/recipes/${id}`);
  const shown = () => document.querySelector('.recipe-facts img')?.getAttribute('src');
  await waitFor(() => expect(shown()).toMatch(/^data:image\/webp;base64,.{150}/));
  const [request] = proxy.requests.filter(({ path }) => path.startsWith('/pictures/'));
  expect(request?.path).toBe(`/${image_url?.replace('1280', '320')}`);
  expect(request?.headers.get('authorization')).toMatch(/^Bearer /);
});
