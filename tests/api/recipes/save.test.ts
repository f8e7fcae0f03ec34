import { expect, test } from 'vitest';
import { readRecipeConflict } from '#contract/recipes/edit.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { auditOf, createRecipe, recipeContent, recipeIn } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const colleague = await signInAdministrator(database, api);
const { first_name, last_name, email } = colleague.administrator;

test('a new recipe is a draft, as version 1, with every field that was sent', async () => {
  const content = recipeContent();
  const reply = await admin.post('/admin/recipes', content);
  expect(reply.body).toMatchObject({
    status: 200,
    message: 'Recipe saved as a draft',
    version: 1,
    data: { ...content, state: 'draft', deleted_at: null, updated_at: api.clock.now.toISOString() },
  });
  const id = Number(recipeIn(reply).id);
  expect((await admin.get(`/admin/recipes/${id}`)).body).toMatchObject({ version: 1, data: content });
  expect(await auditOf(db, id)).toEqual([
    {
      at: api.clock.now,
      actor: 'administrator',
      actor_id: admin.administrator.id,
      action: 'recipe_created',
      changes: [{ field: 'title', from: null, to: 'Spätzle' }],
      recipe_ids: [id],
      request_id: reply.headers.get('x-request-id'),
    },
  ]);
});

test('texts are stored without spaces around them', async () => {
  const { id } = await createRecipe(admin, { title: '  Soup ', cuisine: ' French ', meal_types: [' Lunch'] });
  const { body } = await admin.get(`/admin/recipes/${id}`);
  expect(body.data).toMatchObject({ title: 'Soup', cuisine: 'French', meal_types: ['Lunch'] });
});

test('a title and a tag are one line, a description keeps its lines', async () => {
  const { id } = await createRecipe(admin, {
    title: 'Soup\r\n of the day',
    feature_tags: ['for\ttwo'],
    description: 'A\nB',
  });
  expect((await admin.get(`/admin/recipes/${id}`)).body.data).toMatchObject({
    title: 'Soup of the day',
    feature_tags: ['for two'],
    description: 'A\nB',
  });
});

test('a save changes the content, counts the version and names the changed fields', async () => {
  const { id, content } = await createRecipe(admin);
  const changed = {
    ...content,
    title: 'Knöpfle',
    servings: null,
    description: 'x'.repeat(300),
    steps: ['Only one.'],
    ingredients: [...content.ingredients, ...content.ingredients],
  };
  const { body } = await colleague.put(`/admin/recipes/${id}`, { ...changed, version: 1 });
  expect(body).toMatchObject({ status: 200, message: 'Recipe saved', version: 2, data: changed });
  const [, entry] = await auditOf(db, id);
  expect(entry).toMatchObject({
    actor_id: colleague.administrator.id,
    action: 'recipe_updated',
    changes: [
      { field: 'title', from: 'Spätzle', to: 'Knöpfle' },
      { field: 'description', from: 'Eggs, flour, patience.', to: `${'x'.repeat(99)}…` },
      { field: 'servings', from: '4', to: null },
      { field: 'ingredients', from: '1 item', to: '2 items' },
      { field: 'steps', from: 'Beat., Scrape.', to: 'Only one.' },
    ],
  });
});

test('the same content makes no version and no audit entry', async () => {
  const { id, content } = await createRecipe(admin);
  const { body } = await admin.put(`/admin/recipes/${id}`, { ...content, title: 'Spätzle ', version: 1 });
  expect(body).toMatchObject({ status: 200, version: 1 });
  expect((await admin.get(`/admin/recipes/${id}/versions`)).body.total).toBe(1);
  expect(await auditOf(db, id)).toHaveLength(1);
});

test('a save on top of a newer one is refused, with the newer one and its author', async () => {
  const { id, content } = await createRecipe(admin);
  await colleague.put(`/admin/recipes/${id}`, { ...content, title: 'Theirs', version: 1 });
  const reply = await admin.put(`/admin/recipes/${id}`, { ...content, title: 'Mine', version: 1 });
  expect(reply.status).toBe(409);
  expect(reply.body.message).toMatch(/Nothing was saved/);
  expect(readRecipeConflict(reply.body)).toMatchObject({
    changedBy: `${first_name} ${last_name} (${email})`,
    changedAt: api.clock.now.toISOString(),
    version: 2,
    current: { id, title: 'Theirs', state: 'draft' },
  });
  expect((await admin.get(`/admin/recipes/${id}`)).body).toMatchObject({ data: { title: 'Theirs' } });
});

test('of administrators who save at the same time, exactly one wins', async () => {
  const { id, content } = await createRecipe(admin);
  const saves = Array.from({ length: 8 }, (_, index) =>
    (index % 2 ? admin : colleague).put(`/admin/recipes/${id}`, {
      ...content,
      title: `T${index}`,
      version: 1,
    }),
  );
  const replies = await Promise.all(saves);
  const won = replies.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
  const { body } = await admin.get(`/admin/recipes/${id}`);
  expect(body).toMatchObject({ version: 2, data: { title: won[0] && recipeIn(won[0]).title } });
  expect(await auditOf(db, id)).toHaveLength(2);
});

test('an unknown recipe is 404, and a deleted one 409', async () => {
  const body = { ...recipeContent(), version: 1 };
  for (const id of ['0', 'x', '2147483647', '2147483648']) {
    expect((await admin.put(`/admin/recipes/${id}`, body)).status).toBe(404);
  }
  const { id } = await createRecipe(admin);
  await admin.post(`/admin/recipes/${id}/delete`);
  const { status, body: answer } = await admin.put(`/admin/recipes/${id}`, { ...body, title: 'New' });
  expect([status, answer.message]).toEqual([
    409,
    'This recipe has been deleted. Restore it before you edit it.',
  ]);
});

test('one of our pictures is stored in its short form, also when it comes back as it was sent', async () => {
  const { id, content } = await createRecipe(admin, { image_url: '/api/v1/pictures/egg.svg' });
  const stored = () =>
    db.selectFrom('recipes').where('id', '=', id).select('image_url').executeTakeFirstOrThrow();
  expect(await stored()).toEqual({ image_url: 'pictures/egg.svg' });
  const absolute = await serveApi(db, {
    environment: { allowedOrigins: [], publicApiUrl: 'https://api.example/v1', trustedProxies: [] },
  });
  const other = await signInAdministrator(database, absolute);
  const sent = recipeIn(await other.get(`/admin/recipes/${id}`));
  expect(sent.image_url).toBe('https://api.example/v1/pictures/egg.svg');
  const { body } = await other.put(`/admin/recipes/${id}`, {
    ...content,
    image_url: sent.image_url,
    version: 1,
  });
  expect(body).toMatchObject({ status: 200, version: 1 });
  expect(await stored()).toEqual({ image_url: 'pictures/egg.svg' });
});

test('a large real recipe fits, and one that is too large gets an answer that people understand', async () => {
  const ingredients = Array.from({ length: 74 }, (_, index) => ({
    name: `${index} ${'粉'.repeat(300)}`,
    quantity: '1 1/2',
    unit_type: 'cups',
    is_primary: true,
  }));
  const steps = Array.from({ length: 60 }, (_, index) => `${index} ${'煮'.repeat(2_024)}`);
  const { id, content } = await createRecipe(admin, { title: 'T'.repeat(105), ingredients, steps });
  expect((await admin.get(`/admin/recipes/${id}`)).body.data).toMatchObject(content);
  const huge = { ...content, steps: Array.from({ length: 60 }, () => '煮'.repeat(12_000)), version: 1 };
  const { status, body } = await admin.put(`/admin/recipes/${id}`, huge);
  expect([status, body.message]).toEqual([
    413,
    'This is too large. You can send up to 2,000 KB at a time. Shorten it and try again.',
  ]);
});
