import { sql } from 'kysely';
import type { InferOutput } from 'valibot';
import type { Db } from '#api/db/schema.ts';
import { createWeightedDeck, type Random, randomInteger } from '#api/demo/random.ts';
import type { listCatalog } from '#contract/app/catalog.ts';
import { recipeContent } from './recipes.ts';
import type { createRequester, Reply } from './requests.ts';

type Page = InferOutput<typeof listCatalog.answer>['data'];
type Change = Page['recipes'][number];

/** An app's backend that keeps a copy of the catalog and knows nothing but the cursor. */
export type Follower = {
  /** By the id of the recipe. */
  copy: Map<number, Exclude<Change, { deleted: true }>>;
  /** One page. Resolves with whether there is more. Throws for an answer that is neither 200 nor 410. */
  step: (origin?: string) => Promise<boolean>;
  /** Every page until the last one. */
  follow: (origin?: string) => Promise<void>;
  /** How often a cursor was too old. */
  restarts: () => number;
};

export function createFollower(
  base: string,
  { key, limit = 7 }: { key?: string; limit?: number } = {},
): Follower {
  const copy: Follower['copy'] = new Map();
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  let cursor: string | null = null;
  let restarts = 0;
  const step = async (from = base): Promise<boolean> => {
    const after: string = cursor === null ? '' : `&after=${cursor}`;
    const response = await fetch(`${from}/app/recipes?limit=${limit}${after}`, { headers });
    if (response.status === 410) {
      restarts += 1;
      cursor = null;
      copy.clear();
      return true;
    }
    const { data, message }: { data: Page; message: string } = await response.json();
    if (response.status !== 200) throw new Error(`${response.status}: ${message}`);
    for (const change of data.recipes) {
      if (change.deleted) copy.delete(change.id);
      else copy.set(change.id, change);
    }
    cursor = data.cursor;
    return data.hasMore;
  };
  const follow = async (from?: string) => {
    while (await step(from));
  };
  return { copy, step, follow, restarts: () => restarts };
}

/** What is published, as the table of recipes has it: id, title, version and tags. */
export async function readPublished(db: Db) {
  const { rows } = await sql<{ id: number; title: string; version: number; featureTags: string[] }>`
    select id, title, version, feature_tags as "featureTags" from recipes
    where published_at is not null and deleted_at is null order by id`.execute(db);
  return rows;
}

/** The same of a copy. */
export function listCopy({ copy }: Follower) {
  return [...copy.values()]
    .map(({ id, title, version, featureTags }) => ({ id, title, version, featureTags }))
    .sort((one, other) => one.id - other.id);
}

/** How often each kind of change is made. */
const shares = {
  create: 2,
  publish: 6,
  unpublish: 2,
  delete: 2,
  restore: 2,
  edit: 4,
  bulk: 4,
  publishMany: 2,
};

type Editor = Pick<ReturnType<typeof createRequester>, 'post' | 'put' | 'get'>;

/**
 * Makes one random change after the other. `ids` are the recipes, and a new one is added. A change may be refused, as one
 * of a deleted recipe or of an old version.
 */
export function createChanger(random: Random, ids: number[]): (admin: Editor) => Promise<Reply> {
  const next = createWeightedDeck(random, shares);
  const pickId = () => ids[randomInteger(random, 0, ids.length - 1)] ?? 0;
  let changes = 0;
  return async (admin) => {
    changes += 1;
    const [kind, id, title] = [next(), pickId(), `Change ${changes}`];
    const several = [...new Set(Array.from({ length: 8 }, pickId))];
    switch (kind) {
      case 'create': {
        const reply = await admin.post('/admin/recipes', recipeContent({ title }));
        if (reply.status === 200) ids.push((reply.body.data as { id: number }).id);
        return reply;
      }
      case 'edit': {
        const { body } = await admin.get(`/admin/recipes/${id}`);
        return admin.put(`/admin/recipes/${id}`, { ...recipeContent({ title }), version: body.version });
      }
      case 'bulk': {
        const change = { action: changes % 3 === 0 ? 'remove' : 'add', field: 'feature_tags', value: title };
        return admin.post('/admin/recipes/bulk', { ids: several, change });
      }
      case 'publishMany': {
        const action = random() < 0.7 ? 'publish' : 'unpublish';
        return admin.post('/admin/recipes/bulk', { ids: several, change: { action } });
      }
      default:
        return admin.post(`/admin/recipes/${id}/${kind}`);
    }
  };
}

/** Every change takes a moment more until its commit: otherwise two are hardly ever under way at the same time. */
export async function slowDown(db: Db): Promise<void> {
  await sql`
    create function slow_down() returns trigger language plpgsql as $$
      begin perform pg_sleep(random() * 0.03); return null; end $$;
    create trigger slow_down after insert on audit_entries for each row execute function slow_down();`.execute(
    db,
  );
}
