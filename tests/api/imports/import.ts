import { expect } from 'vitest';
import type { ImportRecord, ImportRow } from '#contract/recipes/imports.ts';
import type { signInAdministrator } from '#tests/setup/api/requests.ts';
import type { ServedApi } from '#tests/setup/api/serve.ts';

export const pageOf = (recipes: readonly object[]) =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': recipes.map((recipe) => ({ '@type': 'Recipe', ...recipe })),
  });

export const recipe = (name: string, more: object = {}) => ({
  name,
  recipeIngredient: ['2 cups flour', '1 tsp salt'],
  recipeInstructions: ['Mix.', 'Bake.'],
  prepTime: 'PT10M',
  ...more,
});

/** The calls of an import, through the real API. */
export function createImporter(api: ServedApi, admin: Awaited<ReturnType<typeof signInAdministrator>>) {
  const path = (id: number, rest = '') => `/admin/recipe-imports/${id}${rest}`;

  async function uploadFile(id: number, name: string, body: BodyInit) {
    const response = await fetch(`${api.base}${path(id, `/files/${encodeURIComponent(name)}`)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.tokens.token}`,
        'content-type': 'application/octet-stream',
      },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
    return { status: response.status, body: await response.json() };
  }

  async function create(): Promise<number> {
    const { body } = await admin.post('/admin/recipe-imports');
    return (body.data as ImportRecord).id;
  }

  async function read(id: number): Promise<ImportRecord> {
    return (await admin.get(path(id))).body.data as ImportRecord;
  }

  async function rows(id: number, query = ''): Promise<ImportRow[]> {
    return (await admin.get(path(id, `/rows${query}`))).body.data as ImportRow[];
  }

  async function reached(id: number, state: ImportRecord['state']): Promise<ImportRecord> {
    await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe(state);
    return read(id);
  }

  /** Uploads the recipes and waits for the dry run. */
  async function dryRun(recipes: readonly object[]): Promise<number> {
    const id = await create();
    expect((await uploadFile(id, 'recipes.json', pageOf(recipes))).status).toBe(200);
    expect((await admin.post(path(id, '/read'))).status).toBe(200);
    await reached(id, 'ready');
    return id;
  }

  async function act(id: number, action: 'start' | 'stop' | 'undo' | 'discard' | 'read') {
    return admin.post(path(id, `/${action}`));
  }

  const choose = (id: number, body: object) => admin.post(path(id, '/choices'), body);

  return { uploadFile, create, read, rows, reached, dryRun, act, choose };
}
