import type { RecipeContent } from '#contract/recipes/content.ts';
import { EXACT_CONTENT } from '#recipe-reader/own-export.ts';

/** A recipe of schema.org, for every program that reads it. Source: https://schema.org/Recipe */
export function toJsonLd(content: RecipeContent): object {
  const { preparation_time, cooking_time } = content;
  return {
    '@type': 'Recipe',
    name: content.title,
    ...present('description', content.description),
    ...present('image', isAbsolute(content.image_url) ? content.image_url : null),
    ...present('prepTime', toDuration(preparation_time)),
    ...present('cookTime', toDuration(cooking_time)),
    ...present('totalTime', toDuration(preparation_time + cooking_time)),
    ...present('recipeYield', content.servings),
    ...present('recipeCategory', content.meal_types),
    ...present('recipeCuisine', content.cuisine),
    ...present('cookingMethod', content.cookingMethod),
    ...present('keywords', [...content.feature_tags, ...content.promotional_tags]),
    recipeIngredient: content.ingredients.map(({ quantity, unit_type, name }) =>
      [quantity, unit_type, name].filter((part) => part !== '' && part !== 'N/A').join(' '),
    ),
    recipeInstructions: content.steps.map((text) => ({ '@type': 'HowToStep', text })),
    ...present(
      'nutrition',
      content.nutritionValues.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
    ),
    ...present('video', content.videoURL && { '@type': 'VideoObject', contentUrl: content.videoURL }),
    [EXACT_CONTENT]: content,
  };
}

function present(name: string, value: unknown): object {
  const isAbsent = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isAbsent ? {} : { [name]: value };
}

function isAbsolute(address: string | null): boolean {
  return address !== null && /^https?:/iu.test(address);
}

/** ISO 8601; '' for an unknown time. */
function toDuration(seconds: number): string {
  if (seconds === 0) return '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
}
