import type { RecipeValues } from '#contract/recipes/list.ts';
import { isWebAddress, recipeLimits, recipeMessages, tooLong } from '#contract/recipes/rules.ts';
import { type EditorState, isBlankIngredient, isBlankNutrition } from './editor-state.ts';
import { type LoadedSeconds, secondsFrom, type TagField } from './recipe-form.ts';
import { newTags, valuesIn } from './spelling.ts';

type KnownTags = Pick<RecipeValues, 'mealTypes' | 'featureTags' | 'promotionalTags'>;

/** Messages by the name of their input, in the order of the page. */
export type Errors = Readonly<Record<string, string>>;

export function inputName(list: string, id: number, part: string): string {
  return `${list}.${id}.${part}`;
}

/** `known` has the existing tags; null if they couldn’t be loaded. */
export function validate(state: EditorState, loaded: LoadedSeconds, known: KnownTags | null): Errors {
  const { fields } = state;
  const tags = (name: string, field: TagField, existing: readonly { value: string }[] = []) =>
    tagsError(name, { tags: fields[field], typed: state.typedTags[field], known: valuesIn(existing) });
  return Object.fromEntries(
    [
      ['title', fields.title.trim() === '' ? recipeMessages.title : longer('Title', fields.title, 'title')],
      ['description', longer('Description', fields.description, 'description')],
      ...ingredientErrors(state),
      ...listError('ingredients', state.ingredients.items.length, recipeLimits.ingredients),
      ...state.steps.items.map(({ id, value }) => [
        inputName('steps', id, 'text'),
        longer('A step', value, 'step'),
      ]),
      ...listError('steps', state.steps.items.length, recipeLimits.steps),
      ['image_url', pictureError(fields.image_url)],
      ['videoURL', videoError(fields.videoURL)],
      ['preparation_time', timeError(fields.preparation_time, loaded.preparation_time)],
      ['cooking_time', timeError(fields.cooking_time, loaded.cooking_time)],
      ['servings', servingsError(fields.servings)],
      ['cuisine', longer('Cuisine', fields.cuisine, 'tag')],
      ['cookingMethod', longer('Cooking method', fields.cookingMethod, 'tag')],
      ['meal_types', tags('meal types', 'meal_types', known?.mealTypes)],
      ['feature_tags', tags('feature tags', 'feature_tags', known?.featureTags)],
      ['promotional_tags', tags('promotional tags', 'promotional_tags', known?.promotionalTags)],
      ...nutritionErrors(state),
      ...listError('nutrition values', state.nutritionValues.items.length, recipeLimits.nutritionValues),
    ].filter(([, message]) => message),
  );
}

type Limit = keyof typeof recipeLimits;

function longer(name: string, text: string, limit: Limit): string | undefined {
  const max = recipeLimits[limit];
  return text.trim().length > max ? tooLong(name, max) : undefined;
}

function listError(name: string, length: number, max: number): (string | undefined)[][] {
  return length > max ? [[name, `A recipe can have at most ${max} ${name}`]] : [];
}

function ingredientErrors({ ingredients }: EditorState) {
  return ingredients.items
    .filter(({ value }) => !isBlankIngredient(value))
    .flatMap(({ id, value: { name, quantity, unit_type } }) => [
      [
        inputName('ingredients', id, 'name'),
        name.trim() === '' ? recipeMessages.ingredient : longer('An ingredient', name, 'ingredientName'),
      ],
      [inputName('ingredients', id, 'quantity'), longer('A quantity', quantity, 'quantity')],
      [inputName('ingredients', id, 'unit_type'), longer('A unit', unit_type, 'unit')],
    ]);
}

function nutritionErrors({ nutritionValues }: EditorState) {
  return nutritionValues.items
    .filter(({ value }) => !isBlankNutrition(value))
    .flatMap(({ id, value: { name, value } }) => [
      [
        inputName('nutritionValues', id, 'name'),
        name.trim() === '' ? recipeMessages.nutrition : longer('A nutrition value', name, 'nutritionName'),
      ],
      [inputName('nutritionValues', id, 'value'), longer('A nutrition value', value, 'nutritionValue')],
    ]);
}

function timeError(minutes: string, loaded: number | null): string | undefined {
  const seconds = secondsFrom(minutes, loaded);
  if (seconds === loaded) return undefined;
  const isWhole = /^\d*$/.test(minutes.trim());
  return isWhole && seconds <= recipeLimits.seconds ? undefined : recipeMessages.seconds;
}

function servingsError(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const servings = Number(text);
  const isValid = /^\d+$/.test(text.trim()) && servings >= 1 && servings <= recipeLimits.servings;
  return isValid ? undefined : recipeMessages.servings;
}

type TagsInput = { tags: readonly string[]; typed: string; known: readonly string[] };

function tagsError(name: string, { tags, typed, known }: TagsInput): string | undefined {
  if (tags.length > recipeLimits.tags) return `A recipe can have at most ${recipeLimits.tags} ${name}`;
  const tooLongTag = [...tags, typed].map((tag) => longer('A tag', tag, 'tag')).find((message) => message);
  const [created] = newTags(typed, [...tags, ...known]);
  return tooLongTag ?? (created && `Choose Create “${created}”, or clear the text`);
}

/** A picture may also be one of the provider's own. */
export function pictureError(text: string): string | undefined {
  return /^\/[^/\\]/.test(text.trim()) ? longer('An address', text, 'url') : videoError(text);
}

export function videoError(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  return isWebAddress(address) ? longer('An address', address, 'url') : recipeMessages.url;
}

/** While its beginning is typed, an address is not wrong yet. */
export function isUnfinishedAddress(text: string): boolean {
  return ['https://', 'http://', '/'].some((beginning) => beginning.startsWith(text.trim().toLowerCase()));
}
