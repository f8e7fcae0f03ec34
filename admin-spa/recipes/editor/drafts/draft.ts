import * as v from 'valibot';
import { formatAgo } from '../../../ui/date/ago.ts';
import type { RecipeForm } from '../state/recipe-form.ts';

const text = v.string();
const texts = v.array(text);

const form = v.object({
  title: text,
  description: text,
  image_url: text,
  videoURL: text,
  cuisine: text,
  cookingMethod: text,
  preparation_time: text,
  cooking_time: text,
  servings: text,
  meal_types: texts,
  feature_tags: texts,
  promotional_tags: texts,
  ingredients: v.array(v.object({ name: text, quantity: text, unit_type: text, is_primary: v.boolean() })),
  steps: texts,
  nutritionValues: v.array(v.object({ name: text, value: text })),
}) satisfies v.GenericSchema<unknown, RecipeForm>;

const draft = v.object({
  /** Milliseconds since 1970. */
  savedAt: v.number(),
  form,
  /** What was loaded when the editing began, and its version: a save of the draft is as stale as it is. */
  base: form,
  version: v.nullable(v.number()),
});
export type Draft = {
  readonly savedAt: number;
  readonly form: RecipeForm;
  readonly base: RecipeForm;
  readonly version: number | null;
};

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 30 * DAY_MS;

/** Null for what is no draft: anything may have written to the storage. */
export function readDraft(stored: unknown): Draft | null {
  const result = v.safeParse(draft, stored);
  return result.success ? result.output : null;
}

export function isExpired({ savedAt }: Draft, now: number): boolean {
  return now - savedAt > MAX_AGE_MS;
}

/** `5 minutes ago`, `just now`. */
export function ageOf({ savedAt }: Draft, now: number): string {
  // Another clock may have been ahead.
  return formatAgo(Math.min(savedAt, now), now);
}
