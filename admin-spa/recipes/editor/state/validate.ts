import { isWebAddress, recipeLimits, recipeMessages, tooLong } from '#contract/recipes/rules.ts';
import { type EditorState, isBlankIngredient, isBlankNutrition } from './editor-state.ts';
import { type LoadedSeconds, secondsFrom, type TagField } from './recipe-form.ts';

/** Messages by the name of their input, in the order of the page. */
export type Errors = Readonly<Record<string, string>>;

export function inputName(list: string, id: number, part: string): string {
  return `${list}.${id}.${part}`;
}

export function validate(state: EditorState, loaded: LoadedSeconds): Errors {
  const { fields } = state;
  const tags = (field: TagField) => [...fields[field], state.typedTags[field]];
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
      ['preparation_time', timeError(fields.preparation_time, loaded.preparation_time)],
      ['cooking_time', timeError(fields.cooking_time, loaded.cooking_time)],
      ['servings', servingsError(fields.servings)],
      ['cuisine', longer('Cuisine', fields.cuisine, 'tag')],
      ['cookingMethod', longer('Cooking method', fields.cookingMethod, 'tag')],
      ['meal_types', tagsError('meal types', tags('meal_types'))],
      ['feature_tags', tagsError('feature tags', tags('feature_tags'))],
      ['promotional_tags', tagsError('promotional tags', tags('promotional_tags'))],
      ['image_url', pictureError(fields.image_url)],
      ['videoURL', videoError(fields.videoURL)],
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

function tagsError(name: string, tags: readonly string[]): string | undefined {
  if (tags.length - 1 > recipeLimits.tags) return `A recipe can have at most ${recipeLimits.tags} ${name}`;
  return tags.map((tag) => longer('A tag', tag, 'tag')).find((message) => message);
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
