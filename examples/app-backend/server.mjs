/**
 * A sample backend of the mobile app, in plain Node: it signs up a user, passes on a purchase, asks what a user may use, and
 * keeps a copy of the recipes. Its own database is a Map here.
 *
 *   API=http://127.0.0.1:4321/api/v1 APP_KEY=mw_… node examples/app-backend/server.mjs
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const { API, APP_KEY, PORT = '4400', FOLLOW_SECONDS = '60' } = process.env;
if (!API || !APP_KEY) throw new Error('API and APP_KEY must be set.');

class CallError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Throws a `CallError` for an answer that is no success. Waits as long as the API says if it was asked too often. */
async function call(method, path, body) {
  const response = await fetch(API + path, {
    method,
    headers: {
      authorization: `Bearer ${APP_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status === 429) {
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    return call(method, path, body);
  }
  const answer = await response.json();
  if (!response.ok) throw new CallError(response.status, answer.message);
  return answer;
}

/** Our own users by our own ids. */
const users = new Map();
const pathOf = (id) => `/app/users/${encodeURIComponent(id)}`;

async function signUp({ firstName, lastName, email, locale }) {
  const id = randomUUID();
  const profile = { firstName, lastName, email, locale, isEmailVerified: false };
  await call('PUT', pathOf(id), profile);
  users.set(id, profile);
  return { id };
}

/** Sends the whole profile again: what an administrator has corrected meanwhile stays, and we take it over. */
async function update(id, changes) {
  const profile = { ...users.get(id), ...changes };
  const { data, kept } = await call('PUT', pathOf(id), profile);
  for (const field of kept) profile[field] = data[field];
  users.set(id, profile);
  return profile;
}

/** `key` is Apple's original transaction id or Google's purchase token, as the app got it from its store. */
async function addPurchase(id, { platform, key }) {
  await call('PUT', '/app/purchases', { externalId: id, platform, key });
  return {};
}

async function readAccess(id) {
  const { data } = await call('GET', pathOf(id));
  // The app hands the token to the store with each purchase.
  return { access: data.entitlement, storeAccountToken: data.storeAccountToken };
}

async function remove(id) {
  const { data } = await call('POST', `${pathOf(id)}/deletion`);
  users.delete(id);
  return data;
}

/** The published recipes by their ids. */
let recipes = new Map();
let cursor = null;

/** Takes over what has changed in the catalog since the last time. */
async function followCatalog() {
  for (let hasMore = true; hasMore; ) {
    const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
    try {
      const { data } = await call('GET', `/app/recipes?limit=100${after}`);
      for (const recipe of data.recipes) {
        if (recipe.deleted) recipes.delete(recipe.id);
        else recipes.set(recipe.id, recipe);
      }
      ({ cursor, hasMore } = data);
    } catch (error) {
      if (error.status !== 410) throw error;
      // The cursor is older than the tombstones.
      recipes = new Map();
      cursor = null;
    }
  }
}

async function followForever() {
  for (;;) {
    await followCatalog().catch((error) =>
      process.stderr.write(`The catalog was not read: ${error.message}\n`),
    );
    await pause(Number(FOLLOW_SECONDS) * 1_000);
  }
}

/** What the app calls. A real backend knows its users by their sessions. */
const routes = [
  ['POST', /^\/users$/, (_, body) => signUp(body)],
  ['PUT', /^\/users\/([^/]+)$/, ([id], body) => update(id, body)],
  ['POST', /^\/users\/([^/]+)\/purchases$/, ([id], body) => addPurchase(id, body)],
  ['GET', /^\/users\/([^/]+)\/access$/, ([id]) => readAccess(id)],
  ['POST', /^\/users\/([^/]+)\/deletion$/, ([id]) => remove(id)],
  ['GET', /^\/recipes$/, () => [...recipes.values()]],
];

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    let text = '';
    for await (const chunk of request) text += chunk;
    for (const [method, pattern, handle] of routes) {
      const match = request.method === method && pattern.exec(request.url ?? '');
      if (match)
        return answer(200, await handle(match.slice(1).map(decodeURIComponent), JSON.parse(text || '{}')));
    }
    answer(404, { message: 'There is nothing at this address.' });
  } catch (error) {
    answer(error instanceof CallError ? error.status : 500, { message: error.message });
  }
});

server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`The sample backend is ready: http://127.0.0.1:${server.address().port}\n`);
  void followForever();
});
