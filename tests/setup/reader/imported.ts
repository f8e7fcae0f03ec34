import type { ImportedRow } from '#recipe-reader/imported-row.ts';
import { readFile } from '#recipe-reader/read-file.ts';
import type { RecipeContent } from '#recipe-reader/recipe-content.ts';

/** The rows of a file, read in this thread, in chunks of `chunkBytes`. */
export async function rowsOf(
  name: string,
  content: string | Uint8Array,
  chunkBytes = 65_536,
): Promise<ImportedRow[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return Array.fromAsync(readFile(name, chunks()));
}

/** The content of the only recipe of JSON-LD that has these fields, and the fields of its problems. */
export async function readFields(
  fields: Readonly<Record<string, unknown>>,
): Promise<RecipeContent & { problems: string[] }> {
  const recipe = {
    '@type': 'Recipe',
    name: 'Soup',
    recipeIngredient: ['1 egg'],
    recipeInstructions: ['Cook.'],
  };
  const [row, ...others] = await rowsOf('soup.json', JSON.stringify({ ...recipe, ...fields }));
  if (!row?.content || others.length > 0) throw new Error(`No recipe: ${JSON.stringify(row)}`);
  return { ...row.content, problems: row.problems.map(({ field, value }) => `${field}: ${value}`) };
}
