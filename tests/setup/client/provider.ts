import { randomInt } from 'node:crypto';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { onTestFinished } from 'vitest';
import { listen } from '#api/http/listen.ts';

/** One choice for each shape that the specification leaves open. */
export type Shape = {
  list: 'data' | 'data.data';
  recipes: 'data.recipes' | 'data.data.recipes';
  recipe: 'data' | 'data.data';
  history: 'data.subscriptions' | 'data';
  payments: 'data.payments' | 'payments' | 'data' | 'top';
  statistics: 'top' | 'data';
  refreshed: 'data' | 'data.token' | 'data.accessToken' | 'data.access_token' | 'data.tokens.token';
  spelling: 'snake' | 'camel';
  ids: 'number' | 'text';
};

/** Each choice occurs at least once; the contract tests cover all combinations. */
export const shapes: Readonly<Record<string, Shape>> = {
  plain: {
    list: 'data',
    recipes: 'data.recipes',
    recipe: 'data',
    history: 'data',
    payments: 'top',
    statistics: 'top',
    refreshed: 'data',
    spelling: 'snake',
    ids: 'number',
  },
  nested: {
    list: 'data.data',
    recipes: 'data.data.recipes',
    recipe: 'data.data',
    history: 'data.subscriptions',
    payments: 'data.payments',
    statistics: 'data',
    refreshed: 'data.tokens.token',
    spelling: 'camel',
    ids: 'text',
  },
  mixed: {
    list: 'data.data',
    recipes: 'data.recipes',
    recipe: 'data.data',
    history: 'data.subscriptions',
    payments: 'payments',
    statistics: 'data',
    refreshed: 'data.accessToken',
    spelling: 'snake',
    ids: 'text',
  },
  other: {
    list: 'data',
    recipes: 'data.data.recipes',
    recipe: 'data',
    history: 'data',
    payments: 'data',
    statistics: 'top',
    refreshed: 'data.access_token',
    spelling: 'camel',
    ids: 'number',
  },
};

export type Call = {
  method: string;
  path: string;
  query: string;
  body: unknown;
  authorization: string | null;
};

/** A provider with exactly the calls of the specification. It records its requests. */
export class Provider {
  readonly calls: Call[] = [];
  /** Unique in each run. */
  readonly mark = `P${randomInt(1e9)}`;
  readonly #shape: Shape;
  #tokens = 0;
  #recovered = false;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Expires all access tokens. */
  expire(): void {
    this.#tokens += 1;
  }

  get #token() {
    return `token-${this.#tokens}`;
  }

  #id(value: number): number | string {
    return this.#shape.ids === 'number' ? value : `id-${value}`;
  }

  #at(place: string, value: unknown): unknown {
    if (place === 'top') return value;
    const nested = place.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return place.startsWith('data') ? { status: 200, message: 'fine', ...(nested as object) } : nested;
  }

  #user = () => ({
    id: this.#id(5),
    first_name: `Uma ${this.mark}`,
    last_name: null,
    email: 'uma@example.net',
    phone: '12345',
    onboarding_status: 'half_way_there',
  });

  #recipe = () => ({
    id: this.#id(7),
    title: `Soup ${this.mark}`,
    description: 'x'.repeat(140),
    ...(this.#shape.spelling === 'snake'
      ? { preparation_time: 600, cooking_time: 1200, meal_types: ['Dinner'] }
      : { preparationTime: 600, cookingTime: 1200, mealTypes: ['Dinner'] }),
    ingredients: [{ name: 'Leek', quantity: 2, unit_type: 'piece', is_primary: true }],
    steps: ['Cut the leek.'],
    nutritionValues: [{ name: 'Salt', value: '1 g' }],
  });

  #answer(path: string): unknown {
    const { list, recipes, recipe, history, payments, statistics } = this.#shape;
    const payment = {
      id: this.#id(9),
      email: `pay-${this.mark}@example.net`,
      platform: 'ios',
      error_message: 'Declined',
    };
    if (path === '/admin/subscriptions/stats') {
      return this.#at(statistics, [{ month: 'January', subscription_count: 3, total_revenue: 29.9 }]);
    }
    if (path === '/admin/users') return this.#at(list, [this.#user()]);
    if (path === `/admin/users/${this.#id(5)}`) return this.#at('data', this.#user());
    if (path === `/admin/subscriptions/history/${this.#id(5)}`) {
      return this.#at(history, [
        { id: 1, plan: `Plan ${this.mark}`, status: 'active', startDate: '2026-01-02' },
      ]);
    }
    if (path === '/admin/recipes') return this.#at(recipes, [this.#recipe()]);
    if (path === `/admin/recipes/${this.#id(7)}`) return this.#at(recipe, this.#recipe());
    if (path === '/admin/subscriptions/failed-payments')
      return this.#at(payments, this.#recovered ? [] : [payment]);
    return undefined;
  }

  app(basePath: string): Hono {
    const app = new Hono().basePath(basePath).use(cors());
    app.use(async (context, next) => {
      if (context.req.method === 'OPTIONS') return next();
      const text = await context.req.raw.clone().text();
      this.calls.push({
        method: context.req.method,
        path: context.req.path.slice(basePath.length),
        query: new URL(context.req.url).search,
        body: text === '' ? null : JSON.parse(text),
        authorization: context.req.header('authorization') ?? null,
      });
      return next();
    });
    app.post('/auth/admin-login', (context) =>
      context.json({ status: 200, data: { tokens: { token: this.#token, refreshToken: 'refresh' } } }),
    );
    app.post('/auth/refresh-token', (context) =>
      context.json(this.#at(this.#shape.refreshed, this.#token) as object),
    );
    app.use('/admin/*', (context, next) =>
      context.req.header('authorization') === `Bearer ${this.#token}`
        ? next()
        : Promise.resolve(context.json({ message: 'expired' }, 401)),
    );
    app.post('/admin/logout', (context) => context.body(null, 204));
    app.put('/admin/users/:id', (context) => context.json({ status: 200, message: `Saved ${this.mark}` }));
    app.post('/admin/subscriptions/retry/:id', (context) => {
      this.#recovered = true;
      return context.json({ success: true, message: 'ok' });
    });
    app.get('/admin/*', (context) => {
      const answer = this.#answer(context.req.path.slice(basePath.length));
      return answer === undefined ? context.json({ message: 'not found' }, 404) : context.json(answer);
    });
    return app;
  }

  /** Listens on the port that the site was built for. Returns the function that stops it. */
  async listen(port: number, basePath: string): Promise<() => Promise<void>> {
    const listener = await listen(this.app(basePath).fetch, { host: '127.0.0.1', port });
    const stop = async () => {
      await listener.drain(AbortSignal.timeout(0));
      await listener.close(0);
    };
    onTestFinished(stop);
    return stop;
  }
}
