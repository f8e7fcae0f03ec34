import { sql } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ImportedRow, RowProblem } from '#recipe-reader/imported-row.ts';
import { type ImportFile, readImport } from '#recipe-reader/read-import.ts';
import { Refusal } from '#recipe-reader/refusal.ts';
import { PICTURES_PATH } from '../db/picture-urls.ts';
import type { Db } from '../db/schema.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { readPictures } from '../pictures/uploaded-pictures.ts';
import { listFiles } from './files.ts';

const BATCH_ROWS = 100;

type Services = { db: Db; toStoredPicture: (url: string | null) => string | null };

/**
 * The dry run: a row for each recipe of the files. It begins anew after a stop. Returns false if it was stopped, or if
 * the import was discarded.
 */
export async function readFiles(
  { db, toStoredPicture }: Services,
  importId: number,
  signal: AbortSignal,
): Promise<boolean> {
  await deleteRows(db, importId);
  const files: ImportFile[] = await listFiles(db, importId);
  try {
    const leaveOut = (rows: readonly ImportedRow[]) => leaveOutPictures(db, rows, toStoredPicture);
    await storeRows(db, importId, { rows: readImport(files, signal), leaveOut });
  } catch (error) {
    if (signal.aborted || (await isDiscarded(db, importId))) return false;
    if (!(error instanceof Refusal)) throw error;
    await endReading(db, importId, { state: 'failed', message: error.message });
    return true;
  }
  if (signal.aborted) return false;
  await markDuplicates(db, importId);
  await endReading(db, importId, { state: 'ready', message: null });
  return true;
}

const DIED =
  'The server stopped while it read these files, maybe because of them. Split them and import them one at a time.';

/** A reading that took its server with it would do so again with the same bytes. */
export async function endAbandonedReading(db: Db, importId: number): Promise<void> {
  await deleteRows(db, importId);
  await endReading(db, importId, { state: 'failed', message: DIED });
}

/** Its rows can no longer be stored, which ends the reading. */
async function isDiscarded(db: Db, importId: number): Promise<boolean> {
  const found = await db
    .selectFrom('background_jobs')
    .where('id', '=', importId)
    .select('id')
    .executeTakeFirst();
  return !found;
}

type Rows = {
  rows: AsyncIterable<ImportedRow>;
  leaveOut: (rows: readonly ImportedRow[]) => Promise<ImportedRow[]>;
};

async function storeRows(db: Db, importId: number, { rows, leaveOut }: Rows): Promise<void> {
  let batch: ImportedRow[] = [];
  let stored = 0;
  const flush = async () => {
    if (batch.length > 0) await insertRows(db, { importId, rows: await leaveOut(batch), before: stored });
    stored += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length >= BATCH_ROWS) await flush();
  }
  await flush();
  if (stored === 0) throw new Refusal('There are no recipes in these files.');
}

async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('import_recipes').where('import_id', '=', importId).execute();
  await db.deleteFrom('background_job_rows').where('job_id', '=', importId).execute();
}

async function insertRows(
  db: Db,
  { importId, rows, before }: { importId: number; rows: readonly ImportedRow[]; before: number },
): Promise<void> {
  const work = rows.map(({ content }, index) => ({
    job_id: importId,
    row: before + index + 1,
    result: content ? ('pending' as const) : ('invalid' as const),
  }));
  const recipes = rows.map((row, index) => ({
    import_id: importId,
    row: before + index + 1,
    ...toStorableTexts(row),
  }));
  await db.insertInto('background_job_rows').values(work).execute();
  await db.insertInto('import_recipes').values(recipes).execute();
}

const NO_PICTURE = 'This picture can’t be loaded from here. Upload it to the recipe after the import.';

/** A picture that this server does not have, and one at an address that only its own server reads, is left out. */
async function leaveOutPictures(
  db: Db,
  rows: readonly ImportedRow[],
  toStoredPicture: Services['toStoredPicture'],
): Promise<ImportedRow[]> {
  const stored = rows.map(({ content }) => content?.image_url ?? null).map(toStoredPicture);
  const pictureOf = await readPictures({ db, publicApiUrl: '' }, stored);
  const isUsable = async (address: string) =>
    address.startsWith(PICTURES_PATH)
      ? pictureOf(address) !== null || (await isDrawing(address))
      : isReachable(address);
  return Promise.all(
    rows.map(async (row, at) => {
      const address = stored[at] ?? null;
      if (!row.content || address === null || (await isUsable(address))) return row;
      const problem = { field: 'image_url', message: NO_PICTURE, value: row.content.image_url ?? '' };
      return { ...row, content: { ...row.content, image_url: null }, problems: [...row.problems, problem] };
    }),
  );
}

async function isDrawing(address: string): Promise<boolean> {
  const name = /^([a-z0-9-]+)\.svg$/.exec(address.slice(PICTURES_PATH.length))?.[1];
  return name !== undefined && (await drawPicture(name)) !== null;
}

/** An address with a host that others reach too. */
function isReachable(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host !== '' && !/^(?:localhost|127\..*|0\.0\.0\.0|\[::1?\])$/.test(host);
}

/** Duplicates are skipped unless another choice is made. */
async function markDuplicates(db: Db, importId: number): Promise<void> {
  await sql`
    with titled as (
      select row, title_key(title) as key,
        row_number() over (partition by title_key(title) order by row) > 1 as is_repeated
      from import_recipes where import_id = ${importId} and content is not null and title_key(title) <> ''
    ), compared as (
      select titled.row, titled.is_repeated,
        array(select id from recipes where deleted_at is null and title_key(recipes.title) = titled.key
          order by id desc limit 20) as ids
      from titled
    )
    update import_recipes set duplicate_ids = compared.ids, is_repeated = compared.is_repeated, choice = 'skip'
    from compared
    where import_id = ${importId} and import_recipes.row = compared.row
      and (compared.is_repeated or compared.ids <> '{}')`.execute(db);
}

async function endReading(
  db: Db,
  importId: number,
  end: { state: 'ready' | 'failed'; message: string | null },
): Promise<void> {
  await db
    .updateTable('background_jobs')
    .set(end)
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .execute();
}

/** NUL and halves of surrogate pairs: PostgreSQL refuses them as a text and in JSON. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

const REPLACED: RowProblem = {
  field: '',
  message: 'This recipe has characters that can’t be stored. Each was replaced by �. Check its texts.',
  value: '',
};

/** What the reader makes of a recipe is the contract's content. */
type StorableRow = ImportedRow & { readonly content: RecipeContent | null };

/**
 * The texts of a row as they are stored, with � for every character that the database refuses: one of them would make
 * the whole import fail. They are not dropped, because a required text could become empty.
 */
function toStorableTexts({ file, place, title, content, problems }: StorableRow) {
  const json = content && toStorableJson(content);
  const isChanged = content !== null && json !== JSON.stringify(content);
  return {
    file: toStorable(file),
    place: toStorable(place),
    title: toStorable(title),
    content: json,
    problems: toStorableJson(isChanged ? [...problems, REPLACED] : problems),
  };
}

function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, '�');
}

function toStorableJson(value: object): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    typeof inside === 'string' ? toStorable(inside) : inside,
  );
}
