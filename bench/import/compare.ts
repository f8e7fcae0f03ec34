import type { ImportedRow } from '#api/imports/read/imported-row.ts';

/** Values that were found on a page by other means. Times are minutes; null is unknown. */
export type Expected = {
  readonly title: string;
  readonly ingredients: number;
  readonly prep: number | null;
  readonly cook: number | null;
  readonly total: number | null;
};

/** What differs, per value; null where nothing is expected. */
export type Comparison = {
  readonly page: string;
  readonly differences: Record<keyof Expected, string | null>;
};

/** Throws for a text that is no object. */
export function expectedOf(data: unknown): Expected {
  const record = Object(data) as Readonly<Record<string, unknown>>;
  const minutes = (name: string) => {
    const value = record[name];
    return typeof value === 'number' && value > 0 ? value : null;
  };
  const ingredients = record.ingredients;
  return {
    title: typeof record.title === 'string' ? record.title : '',
    ingredients: Array.isArray(ingredients) ? ingredients.length : 0,
    prep: minutes('prep_time'),
    cook: minutes('cook_time'),
    total: minutes('total_time'),
  };
}

/** '' is the same; the recipe with the nearest title stands for the page. */
export function compare(page: string, expected: Expected, rows: readonly ImportedRow[]): Comparison {
  const row = rows.find(({ title }) => letters(title) === letters(expected.title)) ?? rows[0];
  const content = row?.content;
  const prep = (content?.preparation_time ?? 0) / 60;
  const cook = (content?.cooking_time ?? 0) / 60;
  const minutes = (wanted: number | null, found: number) => {
    if (wanted === null) return null;
    return Math.abs(wanted - found) < 1 ? '' : `${wanted} min, found ${found}`;
  };
  const count = content?.ingredients.length ?? 0;
  return {
    page,
    differences: {
      title:
        letters(row?.title ?? '') === letters(expected.title)
          ? ''
          : `${expected.title}, found ${row?.title ?? ''}`,
      ingredients: count === expected.ingredients ? '' : `${expected.ingredients}, found ${count}`,
      prep: minutes(expected.prep, prep),
      cook: minutes(expected.cook, cook),
      // The total is stored only where one of its parts is missing.
      total: expected.prep && expected.cook ? null : minutes(expected.total, prep + cook),
    },
  };
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
