import { setTimeout as pause } from 'node:timers/promises';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';

/** What a server has answered with 200, and so must not lose. */
type Acknowledged = {
  phones: string[];
  titles: string[];
  mailed: string[];
  /** Addresses. */
  pictures: string[];
  /** External IDs of users, each with a purchase. */
  members: string[];
  /** The newest refresh token of each session. */
  refreshTokens: Map<number, string>;
};

export type CallCounts = { answered: number; refused: number; broken: number; slowestMs: number };

type Administrator = { email: string; password: string };

type LoadOptions = {
  /** With the version of the API. */
  base: string;
  administrator: Administrator;
  appKey: string;
  /** The user whose phone changes. */
  userId: number;
  /** Addresses of users who each forget their password once. */
  emails: readonly string[];
  signal: AbortSignal;
};

const BROKEN_PAUSE_MS = 200;
const DAY_MS = 86_400_000;

type Request = { method?: string; body?: unknown; token?: string };

/**
 * People, apps and administrators at once, each one call after the other, until `signal`. Every answer is a success, or
 * 503 with `Retry-After`; anything else is in `unexpected`.
 */
export function startLoad({ base, administrator, appKey, userId, emails, signal }: LoadOptions) {
  const calls = new Map<string, CallCounts>();
  const unexpected = new Set<string>();
  const acknowledged: Acknowledged = {
    ...{ phones: [], titles: [], mailed: [], pictures: [], members: [] },
    refreshTokens: new Map(),
  };
  let token = '';
  let requests = 0;

  function countsOf(call: string): CallCounts {
    const counts = calls.get(call) ?? { answered: 0, refused: 0, broken: 0, slowestMs: 0 };
    calls.set(call, counts);
    return counts;
  }

  /** Null without a success. */
  async function send(call: string, path: string, { method = 'GET', body, token: bearer }: Request = {}) {
    const counts = countsOf(call);
    requests += 1;
    const started = performance.now();
    const isBytes = body instanceof Uint8Array;
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          // Each from another client, so that no rate limit applies.
          'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) {
        counts.answered += 1;
        counts.slowestMs = Math.max(counts.slowestMs, performance.now() - started);
        return text;
      }
      if (response.status === 503 && response.headers.has('retry-after')) counts.refused += 1;
      else unexpected.add(`${call}: ${response.status} ${text.slice(0, 200)}`);
    } catch {
      counts.broken += 1;
    }
    await pause(BROKEN_PAUSE_MS);
    return null;
  }

  const asAdministrator = (call: string, path: string, request: Request = {}) =>
    send(call, path, { ...request, token });
  const asApp = (call: string, path: string, request: Request = {}) =>
    send(call, path, { ...request, token: appKey });

  type Loop = { everyMs: number; step: (number: number) => Promise<void> };

  /** Repeats a step with the numbers from 0. */
  async function run({ everyMs, step }: Loop): Promise<void> {
    for (let number = 0; !signal.aborted; number += 1) {
      await step(number);
      await pause(everyMs);
    }
  }

  const REFRESHES = 20;
  /** A session, its refreshes, and a sign-out in every other one. */
  const sessions: Loop = {
    everyMs: 500,
    step: async (number) => {
      const signedIn = await send('sign in', '/auth/admin-login', {
        method: 'POST',
        body: { ...administrator, rememberMe: true },
      });
      if (signedIn === null) return;
      const { tokens } = JSON.parse(signedIn).data;
      let refreshToken: string = tokens.refreshToken;
      acknowledged.refreshTokens.set(number, refreshToken);
      const isKept = number % 2 === 0;
      if (isKept) token = tokens.token;
      for (let refreshes = 0; refreshes < REFRESHES && !signal.aborted; refreshes += 1) {
        await pause(500);
        const refreshed = await send('refresh', '/auth/refresh-token', {
          method: 'POST',
          body: { refreshToken },
        });
        if (refreshed === null) continue;
        const { data } = JSON.parse(refreshed);
        refreshToken = data.refreshToken;
        acknowledged.refreshTokens.set(number, refreshToken);
        if (isKept) token = data.token;
      }
      if (isKept) return;
      acknowledged.refreshTokens.delete(number);
      await send('sign out', '/admin/logout', {
        method: 'POST',
        body: { refreshToken },
        token: tokens.token,
      });
    },
  };

  const reads = [
    '/admin/users?role=user&keyword=soak-1',
    `/admin/users/${userId}`,
    `/admin/users/${userId}/timeline`,
    '/admin/recipes?keyword=Soaked',
    '/admin/overview',
    '/admin/subscriptions/stats',
    '/admin/activity',
    '/admin/search?keyword=soak',
  ];
  const read: Loop = {
    everyMs: 20,
    step: async (number) => {
      const path = reads[number % reads.length] ?? '';
      await asAdministrator(`read ${path.split('?')[0]?.replace(String(userId), ':id')}`, path);
    },
  };

  const changePhone: Loop = {
    everyMs: 50,
    step: async (number) => {
      const phone = `phone ${number}`;
      const body = { first_name: 'Ann', last_name: 'Lee', phone };
      const saved = await asAdministrator('change a user', `/admin/users/${userId}`, { method: 'PUT', body });
      if (saved !== null) acknowledged.phones.push(phone);
    },
  };

  const saveRecipe: Loop = {
    everyMs: 100,
    step: async (number) => {
      const title = `Soaked ${number}`;
      const body = recipeContent({ title, image_url: null });
      const saved = await asAdministrator('save a recipe', '/admin/recipes', { method: 'POST', body });
      if (saved === null) return;
      acknowledged.titles.push(title);
      const { id } = JSON.parse(saved).data;
      if (number % 5 === 0)
        await asAdministrator('publish', `/admin/recipes/${id}/publish`, { method: 'POST' });
    },
  };

  const forgetPassword: Loop = {
    everyMs: 300,
    step: async (number) => {
      const email = emails[number];
      if (email === undefined) throw new Error('There are too few users for so long a run.');
      const body = { email };
      const asked = await send('forgot password', '/auth/forgot-password', { method: 'POST', body });
      if (asked !== null) acknowledged.mailed.push(email);
    },
  };

  let cursor = '';
  const followCatalog: Loop = {
    everyMs: 100,
    step: async () => {
      const page = await asApp('catalog', `/app/recipes?limit=50${cursor && `&after=${cursor}`}`);
      if (page === null) return;
      const { data } = JSON.parse(page);
      cursor = data.hasMore ? encodeURIComponent(data.cursor) : '';
    },
  };

  const uploadPicture: Loop = {
    everyMs: 3_000,
    step: async () => {
      const body = new Uint8Array(await makePicture());
      const kept = await asAdministrator('upload a picture', '/admin/pictures', { method: 'POST', body });
      if (kept !== null) acknowledged.pictures.push(JSON.parse(kept).data.url);
    },
  };

  const exportRecipes: Loop = {
    everyMs: 2_000,
    step: async (number) => {
      const format = number % 2 === 0 ? 'csv' : 'jsonld';
      await asAdministrator('export recipes', `/admin/recipe-export?format=${format}`);
    },
  };

  const buy: Loop = {
    everyMs: 300,
    step: async (number) => {
      const externalId = `member-${number}`;
      const user = { firstName: 'Ada', lastName: 'King', email: `${externalId}@example.com` };
      const stored = await asApp('sign up', `/app/users/${externalId}`, { method: 'PUT', body: user });
      if (stored === null) return;
      const key = createSandboxToken('active', new Date(Date.now() + 20 * DAY_MS), externalId);
      const body = { externalId, platform: 'android', key, productId: 'mealwright.monthly' };
      const bought = await asApp('hand over a purchase', '/app/purchases', { method: 'PUT', body });
      if (bought !== null) acknowledged.members.push(externalId);
    },
  };

  const loops = [
    sessions,
    changePhone,
    saveRecipe,
    forgetPassword,
    followCatalog,
    uploadPicture,
    exportRecipes,
  ];
  async function runAll(): Promise<void> {
    const signingIn = run(sessions);
    // The others need its token.
    while (token === '' && !signal.aborted) await pause(50);
    const others = [...loops.filter((loop) => loop !== sessions), buy, read, read];
    await Promise.all([signingIn, ...others.map(run)]);
  }
  const ended = runAll();

  return { calls, unexpected, acknowledged, ended };
}
