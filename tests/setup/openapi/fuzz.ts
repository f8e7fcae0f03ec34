import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { makeAppKey } from '#api/auth/app-keys.ts';
import { openSession } from '#api/auth/sessions.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { createDocument } from '#api/openapi/document.ts';
import type { Json } from '#api/openapi/fields.ts';
import { type AppScope, appScopes } from '#contract/app/keys.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { seed } from '#tests/setup/seed.ts';
import { mutatedRequests, type Place, validRequests, type WireRequest, withExamples } from './requests.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'];

type Sent = { status: number; request: WireRequest };

/**
 * Registers a test for every operation of the document: it sends `runs` requests that are valid or have one mistake.
 * `serveApi` compares each answer with the document. At the end it prints how many answers had which status.
 */
export async function fuzzEveryOperation({ runs }: { runs: number }): Promise<void> {
  const { db } = await cloneDatabase();
  const api = await serveApi(db);
  await fillDemo(db, { seed: 1, now: new Date(), users: 40, recipes: 30 });
  const administrator = await addAdministrator(db);
  const user = await addUser(db);
  const keys = await Promise.all(appScopes.map(async (scope) => ({ scope, secret: await makeKey([scope]) })));
  const counts = new Map<number, number>();

  const places: Place[] = Object.entries(createDocument('/api/v1').paths).flatMap(
    ([path, { servers, ...methods }]) =>
      servers
        ? []
        : Object.entries(methods).map(([method, operation]) => ({
            method: method.toUpperCase(),
            path,
            operation,
          })),
  );

  async function makeKey(scopes: AppScope[]): Promise<string> {
    const actor = { kind: 'command_line', requestId: null } as const;
    const key = { name: scopes.join(), scopes, expiresOn: null, requestsPerMinute: 100_000, actor };
    return (await makeAppKey(db, key, new Date())).secret;
  }

  function findScope({ operation }: Place): string | undefined {
    return operation.security.flatMap(({ appKey = [] }) => appKey)[0];
  }

  /** An administrator may end every session, and close the account. */
  async function openNewSession(userId: number): Promise<string> {
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', userId).execute();
    return (await openSession(db, { userId, rememberMe: false }, api.clock.now)).token;
  }

  async function authorise(place: Place): Promise<Record<string, string>> {
    if (place.operation.security.length === 0) return {};
    const scope = findScope(place);
    const key = keys.find((one) => one.scope === scope)?.secret;
    const token = key ?? (await openNewSession(administrator.id));
    return { authorization: `Bearer ${token}` };
  }

  async function send(request: WireRequest, headers: Record<string, string> = {}): Promise<Sent> {
    const { method, path, body } = request;
    const answer = await fetch(api.base + path, {
      method,
      headers: { ...request.headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    await answer.arrayBuffer();
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    return { status: answer.status, request };
  }

  const describe = ({ status, request: { method, path, body } }: Sent) =>
    `${status} ${method} ${path.slice(0, 300)} ${String(body).slice(0, 300)}`;

  /** What is stored now, by the name of the parameter or field. */
  async function readStored(operationId: string): Promise<Record<string, Json[]>> {
    const jobs = await db.selectFrom('background_jobs').select(['id', 'kind']).execute();
    const idsOf = (kind: string) => jobs.filter((job) => job.kind === kind).map(({ id }) => id);
    const sessions = await db
      .selectFrom('sessions')
      .where('revoked_at', 'is', null)
      .select('id')
      .limit(20)
      .execute();
    const sessionIds = sessions.map(({ id }) => id);
    const { refreshToken } = await openSession(
      db,
      { userId: administrator.id, rememberMe: false },
      api.clock.now,
    );
    return {
      ...{
        importId: idsOf('recipe_import'),
        changeId: idsOf('recipe_change'),
        retryId: idsOf('payment_retry'),
      },
      ...{ version: [1], to: [1], sessionId: sessionIds, refreshToken: [refreshToken] },
      ...(operationId === 'endOwnSession' ? { id: sessionIds } : {}),
      ...(operationId === 'mailPasswordLink' ? { id: [administrator.id] } : {}),
      ...(operationId === 'adminLogin'
        ? { email: [administrator.email], password: [administrator.password] }
        : {}),
    };
  }

  test.each(places)('$method $path', async (place) => {
    const half = Math.ceil(runs / 2);
    const known = withExamples(place, await readStored(place.operation.operationId));
    const requests = [
      ...fc.sample(validRequests(known), { numRuns: half, seed }),
      ...fc.sample(mutatedRequests(known), { numRuns: runs - half, seed }),
    ];
    const hasOwn503 = !('$ref' in (place.operation.responses['503'] ?? {}));
    const isLimited = '429' in place.operation.responses;
    const failed: string[] = [];
    for (const request of requests) {
      if (isLimited) await db.deleteFrom('limits').execute();
      const sent = await send(request, await authorise(place));
      if (sent.status >= 500 && !(sent.status === 503 && hasOwn503)) failed.push(describe(sent));
      // A token that is right must not be refused, or nothing else is tried.
      if (sent.status === 401 && place.operation.security.length > 0) failed.push(describe(sent));
    }
    expect(failed).toEqual([]);
  });

  const secured = places.filter(({ operation }) => operation.security.length > 0);

  test.each(secured)('$method $path: nothing without the right token or key', async (place) => {
    const [request] = fc.sample(validRequests(place), { numRuns: 1, seed });
    if (!request) throw new Error('There is no request.');
    const scope = findScope(place);
    const others = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Bearer undefined' },
      { authorization: `Basic ${btoa('admin:admin')}` },
      { authorization: `Bearer ${await openNewSession(user.id)}` },
      ...keys
        .filter((key) => key.scope !== scope)
        .map(({ secret }) => ({ authorization: `Bearer ${secret}` })),
      ...(scope ? [{ authorization: `Bearer ${await openNewSession(administrator.id)}` }] : []),
    ];
    for (const headers of others)
      expect([401, 403], JSON.stringify(headers)).toContain((await send(request, headers)).status);
  });

  const reads = places.filter(({ method, operation }) => method === 'GET' && !('304' in operation.responses));

  test.each(reads)('HEAD $path answers as GET does, without a body', async (place) => {
    const [request] = fc.sample(validRequests(place), { numRuns: 1, seed });
    if (!request) throw new Error('There is no request.');
    const { status } = await send(request, await authorise(place));
    const headers = await authorise(place);
    const head = await fetch(api.base + request.path, { method: 'HEAD', headers });
    expect([head.status, await head.text()]).toEqual([status, '']);
  });

  test.each([...new Set(places.map(({ path }) => path))])('%s: 405 for every other method', async (path) => {
    const own = places.filter((place) => place.path === path);
    const [first] = own;
    if (!first) throw new Error('There is no operation.');
    const allowed = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      const [request] = fc.sample(validRequests(first), { numRuns: 1, seed });
      const address = request?.path ?? path;
      const sent = await send(
        { method, path: address, headers: {}, body: undefined },
        await authorise(first),
      );
      expect(sent.status, `${method} ${address}`).toBe(405);
    }
  });

  afterAll(() => {
    // The stores have no connection here.
    const isFault = (line: string) =>
      /a request failed|a job failed/.test(line) && !line.includes('no connection is set up');
    expect(api.logLines.filter(isFault)).toEqual([]);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const listed = [...counts]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(
      `${places.length} operations, ${total} requests (seed ${seed}). ${listed.join(', ')}\n`,
    );
  });
}
