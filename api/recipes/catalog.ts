import { sql } from 'kysely';
import type { PublishedRecipe } from '#contract/app/catalog.ts';
import type { Picture } from '#contract/pictures.ts';
import { toBoolean, toText } from '#contract/schema/coerce.ts';
import { getPictureUrl } from '../db/picture-urls.ts';
import { recipeColumns, type StoredRecipe } from '../db/recipe-tables.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { readPictures } from '../pictures/uploaded-pictures.ts';

/** `apiUrl` has its origin: an app reads the pictures from there. */
type Answering = { db: Db; apiUrl: string };

/**
 * `after` is the last change that the client got, and `begin` the last one there was when it began. It missed no
 * tombstone up to either: what was gone when it began it never had.
 */
type Cursor = { after: number; begin: number };

export function writeCursor({ after, begin }: Cursor): string {
  return Buffer.from(`${after}.${begin}`).toString('base64url');
}

/** Throws 400. */
function parseCursor(text: string): Cursor {
  const [, after, begin] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const cursor = { after: Number(after), begin: Number(begin) };
  // Decoding ignores what is no Base64, so that many texts would be the same cursor.
  if (writeCursor(cursor) === text) return cursor;
  throw new Problem(
    400,
    '“after” must be the cursor of an earlier answer. Leave it out to start from the beginning.',
  );
}

const columns = sql.join(recipeColumns.map((name) => sql.ref(`recipes.${name}`)));

type PublishedRow = StoredRecipe & { published_at: Date; changed_at: Date };

/** The driver reads a bigint as a text. */
type PageRow = { floor: string; highest: string | null } & (
  | (PublishedRow & { change: string; is_published: true })
  | { change: string; is_published: false; recipe_id: number; changed_at: Date; image_url: null }
  // The page is empty.
  | { change: null }
);

/** The next changes after a cursor; null: the client begins. Throws 400, and 410 for one that has expired. */
export async function readCatalogPage(
  { db, apiUrl }: Answering,
  { cursor, limit }: { cursor: string | null; limit: number },
) {
  const { after, begin } = cursor === null ? { after: 0, begin: null } : parseCursor(cursor);
  // One statement sees floor, changes and recipes of the same moment.
  const { rows } = await sql<PageRow>`
    select (select change from catalog_floor) as floor, (select max(change) from catalog_entries) as highest,
      page.*, ${columns}
    from (values (true)) as always left join (
      select recipe_id, change, changed_at, is_published from catalog_entries
      where change > ${after} and (is_published or change > ${begin}) order by change limit ${limit + 1}
    ) as page on true left join recipes on recipes.id = page.recipe_id and page.is_published
    order by page.change`.execute(db);
  const floor = Number(rows[0]?.floor);
  const last = Math.max(floor, Number(rows[0]?.highest));
  const seen = Math.max(after, begin ?? last);
  // A number that was not given yet is of a database that was replaced by its backup.
  if (seen < floor || seen > last) {
    throw new Problem(
      410,
      'This cursor has expired. Delete your copy of the recipes and start again without “after”.',
    );
  }
  const changes = rows.filter((row) => row.change !== null);
  const page = changes.slice(0, limit);
  const hasMore = changes.length > limit;
  const addresses = page.map(({ image_url }) => image_url);
  const pictureOf = await readPictures({ db, publicApiUrl: apiUrl }, addresses);
  const recipes = page.map((row) =>
    row.is_published
      ? toPublished(row, { apiUrl, picture: pictureOf(row.image_url) })
      : { id: row.recipe_id, deleted: true as const, changedAt: row.changed_at.toISOString() },
  );
  const next = { after: hasMore ? Number(page.at(-1)?.change) : last, begin: begin ?? last };
  return { recipes, cursor: writeCursor(next), hasMore };
}

/** Throws 404 for a recipe that isn't published. */
export async function readCatalogRecipe(
  { db, apiUrl }: Answering,
  recipeId: number,
): Promise<PublishedRecipe> {
  const { rows } = await sql<PublishedRow>`
    select changed_at, ${columns} from catalog_entries join recipes on recipes.id = recipe_id
    where recipe_id = ${recipeId} and is_published`.execute(db);
  const [row] = rows;
  if (!row) throw new Problem(404, 'Recipe not found.');
  const pictureOf = await readPictures({ db, publicApiUrl: apiUrl }, [row.image_url]);
  return toPublished(row, { apiUrl, picture: pictureOf(row.image_url) });
}

type Shown = { apiUrl: string; picture: Picture | null };

function toPublished(row: PublishedRow, { apiUrl, picture }: Shown): PublishedRecipe {
  const address = getPictureUrl(apiUrl, row.image_url);
  return {
    id: row.id,
    deleted: false,
    title: row.title,
    description: row.description,
    // It may be a path of the site.
    imageUrl: address?.startsWith('/') ? new URL(address, apiUrl).href : address || null,
    picture,
    preparationTime: row.preparation_time,
    cookingTime: row.cooking_time,
    servings: row.servings,
    mealTypes: row.meal_types,
    // The database checks only that these are lists: one row from elsewhere must not end the page of every client.
    ingredients: row.ingredients.map(({ name, quantity, unit_type, is_primary }) => ({
      name: toText(name) ?? '',
      quantity: toText(quantity) ?? '',
      unitType: toText(unit_type) ?? '',
      isPrimary: toBoolean(is_primary) ?? false,
    })),
    steps: row.steps,
    nutritionValues: row.nutrition_values.map(({ name, value }) => ({
      name: toText(name) ?? '',
      value: toText(value) ?? '',
    })),
    featureTags: row.feature_tags,
    promotionalTags: row.promotional_tags,
    cuisine: row.cuisine,
    cookingMethod: row.cooking_method,
    videoUrl: row.video_url,
    version: row.version,
    publishedAt: row.published_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

/** Drops tombstones after 90 days, and notes the newest of them: a client that has not seen it must start again. */
export async function dropOldTombstones(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.transaction().execute(async (transaction) => {
    // Without it, this could wait for a row that a publish has, while the publish waits for one that this has.
    await sql`select lock_catalog()`.execute(transaction);
    await sql`
      with dropped as (
        delete from catalog_entries where not is_published and changed_at <= ${before} returning change
      )
      update catalog_floor set change = highest
      from (select max(change) as highest from dropped) as dropped_ones
      where highest > catalog_floor.change`.execute(transaction);
  });
}
