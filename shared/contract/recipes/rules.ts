/** Limits and texts of a recipe. The editor reads them before it loads the schema library. */

/** Characters of texts, items of lists, seconds of times. */
export const recipeLimits = {
  title: 200,
  description: 5_000,
  url: 2_048,
  seconds: 30 * 24 * 3_600,
  servings: 1_000,
  ingredients: 300,
  ingredientName: 500,
  quantity: 100,
  unit: 100,
  steps: 300,
  step: 10_000,
  nutritionValues: 100,
  nutritionName: 100,
  nutritionValue: 100,
  tags: 50,
  tag: 100,
} as const;

export const recipeMessages = {
  title: 'Title is required',
  ingredient: 'Name is required',
  step: 'A step needs text',
  nutrition: 'Name is required',
  url: 'Enter a web address that begins with https:// or http://.',
  seconds: 'Enter whole minutes, from 0 to 43,200.',
  servings: 'Enter a whole number from 1 to 1,000.',
} as const;

export function tooLong(field: string, maxLength: number): string {
  // The first format of Intl takes 60 ms on a slow phone, and schemas call this when they are loaded.
  const thousands = Math.floor(maxLength / 1_000);
  const rest = `${maxLength % 1_000}`;
  const count = thousands > 0 ? `${thousands},${rest.padStart(3, '0')}` : rest;
  return `${field} can have at most ${count} characters`;
}

/** An absolute web address. Pictures may also be on the provider's own origin, as in `/api/v1/pictures/egg.svg`. */
export function isWebAddress(text: string): boolean {
  // The parser would also take `https:/example.com`.
  if (!/^\s*https?:\/\//i.test(text)) return false;
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}
