import * as v from 'valibot';
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

/** Null for what an older release stored differently. */
export function readDraft(stored: unknown): Draft | null {
  const result = v.safeParse(draft, stored);
  return result.success ? result.output : null;
}

export function isExpired({ savedAt }: Draft, now: number): boolean {
  return now - savedAt > MAX_AGE_MS;
}

const units = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** `5 minutes ago`, `just now`. */
export function ageOf({ savedAt }: Draft, now: number): string {
  const age = Math.max(0, now - savedAt);
  const unit = units.find(([, length]) => age >= length);
  return unit ? relative.format(-Math.floor(age / unit[1]), unit[0]) : 'just now';
}
