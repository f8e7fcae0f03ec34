import { comparable } from '../comparable.ts';
import { toText } from '../page/html.ts';
import { asList, lastPart, type Node, property, rawText } from '../page/json-ld.ts';
import { recipeLimits } from '../recipe-content.ts';
import { type FieldContext, fitList, fitText } from './report.ts';

export type Tags = {
  readonly meal_types: string[];
  readonly cuisine: string | null;
  readonly cookingMethod: string | null;
  readonly feature_tags: string[];
  readonly promotional_tags: string[];
};

/** Recipes have one cuisine and one method; further ones become feature tags, as keywords and diets do. */
export function readTags(recipe: Node, context: FieldContext): Tags {
  const [cuisine = null, ...cuisines] = tagsOf('cuisine', property(recipe, 'recipeCuisine'), context);
  const [cookingMethod = null, ...methods] = tagsOf(
    'cookingMethod',
    property(recipe, 'cookingMethod'),
    context,
  );
  const diets = asList(property(recipe, 'suitableForDiet')).map((diet) =>
    dietName(rawText(diet, 'name', '@id')),
  );
  const keywords = tagsOf('feature_tags', property(recipe, 'keywords'), context);
  const features = [...keywords, ...tagsOf('feature_tags', diets, context), ...cuisines, ...methods];
  return {
    meal_types: fitTags(
      'meal_types',
      tagsOf('meal_types', property(recipe, 'recipeCategory'), context),
      context,
    ),
    cuisine,
    cookingMethod,
    feature_tags: fitTags('feature_tags', features, context),
    promotional_tags: fitTags(
      'promotional_tags',
      tagsOf('promotional_tags', property(recipe, 'promotionalTags'), context),
      context,
    ),
  };
}

function tagsOf(field: string, value: unknown, { report, resolve }: FieldContext): string[] {
  const limit = { field, name: 'A tag', max: recipeLimits.tag };
  return asList(value)
    .map((item) => toText(rawText(resolve(item), 'name', 'termCode')))
    .flatMap((text) => text.split(/,|(?<!#\d{1,6});/u))
    .map((text) => text.trim().replace(/^#(?=\S)/u, ''))
    .filter((text) => text !== '')
    .map((text) => fitText(text, limit, report));
}

/** Each tag once, whatever its case, accents and hyphens. */
function fitTags(field: string, tags: readonly string[], { report }: FieldContext): string[] {
  const distinct = new Map(tags.toReversed().map((tag) => [comparable(tag) || tag, tag]));
  const names = field.replace('_', ' ');
  return fitList([...distinct.values()].reverse(), { field, name: names, max: recipeLimits.tags }, report);
}

/** "https://schema.org/GlutenFreeDiet" is "Gluten free"; a text stays as it is. */
function dietName(text: string): string {
  const name = /^[a-z]+:/iu.test(text) ? lastPart(text) : text.trim();
  const words = name.replace(/Diet$/u, '');
  if (words === name || !/^[A-Za-z]+$/u.test(words)) return name;
  const spaced = words.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return spaced === '' ? name : spaced;
}
