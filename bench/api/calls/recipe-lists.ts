import { exportRecipes } from '#contract/recipes/exports.ts';
import { readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, type RecipesQuery } from '#contract/recipes/read.ts';
import { RARE_CUISINE } from '../databases.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call } from './call.ts';
import { getAbsentKeyword } from './keywords.ts';
import { getPage, pageKinds } from './pages.ts';

const published = ({ samples }: Side, turn: number) => pick(samples.published, turn);
const cuisine = (side: Side, turn: number) => published(side, turn).cuisine ?? 'Italian';

const direction = (turn: number) => pick(['asc', 'desc'] as const, turn);

/** Without properties that are undefined. */
type Query = { [Name in keyof RecipesQuery]?: NonNullable<RecipesQuery[Name]> };

const keywords = {
  'one letter': [...'aeiorstlnc'],
  'two letters': ['so', 'pe', 'ch', 'st', 'cu', 'ri', 'sa', 'co'],
  'one word': ['chickpea', 'lentil', 'salmon', 'tofu', 'pumpkin', 'stew', 'risotto', 'tahini'],
  'two words': ['smoky tofu', 'quick pasta', 'salmon curry', 'creamy soup', 'spicy tacos', 'winter pie'],
  'an accented word': ['crème', 'gruyère', 'jalapeños', 'fraîche'],
  'two Chinese characters': ['親子', '炒饭', '子丼'],
} as const;

const orders = {
  'by title': 'title',
  'by preparation time': 'preparation_time',
  'by cooking time': 'cooking_time',
  'by last save': 'updated',
} as const;

const lists: Readonly<Record<string, (side: Side, turn: number) => Query>> = {
  ...Object.fromEntries(
    Object.entries(keywords).map(([kind, texts]) => [
      kind,
      (_: Side, turn: number) => ({ keyword: pick(texts, turn) }),
    ]),
  ),
  'a whole title': (side, turn) => ({ keyword: published(side, turn).title }),
  'a text that is not there': (_, turn) => ({ keyword: getAbsentKeyword(turn) }),
  'a cuisine': (side, turn) => ({ cuisine: cuisine(side, turn) }),
  'a meal type': (_, turn) => ({
    mealType: pick(['Breakfast', 'Lunch', 'Dinner', 'Snack', 'Dessert'], turn),
  }),
  'a tag': (_, turn) => ({ tag: pick(['Vegan', 'Budget', 'One pot', 'Week plan', 'Make ahead'], turn) }),
  drafts: () => ({ state: 'draft' }),
  deleted: () => ({ state: 'deleted' }),
  'any gap': () => ({ needs: 'any' }),
  'without a picture': () => ({ needs: 'picture' }),
  ...Object.fromEntries(
    Object.entries(orders).flatMap(([name, sort]) => [
      [name, (_: Side, turn: number) => ({ sort, order: direction(turn) })],
      ...(['page 1,000', 'the last page'] as const).map((kind) => [
        `${name}, ${kind}`,
        ({ samples: { recipes: rows } }: Side, turn: number) => ({
          ...{ sort, order: direction(turn), page: getPage(kind, { rows, turn }) },
        }),
      ]),
    ]),
  ),
  'one word, a tag, any gap, by title': (_, turn) => ({
    keyword: pick(keywords['one word'], turn),
    tag: 'Vegan',
    needs: 'any',
    sort: 'title',
  }),
};

export const recipeListCalls: readonly Call[] = [
  ...pageKinds.map((kind) =>
    call(
      listRecipes,
      ({ samples: { recipes: rows } }, turn) => ({
        query: { page: getPage(kind, { rows, turn }), pageSize: 10 },
      }),
      kind,
    ),
  ),
  ...Object.entries(lists).map(([variant, query]) =>
    call(listRecipes, (side, turn) => ({ query: { pageSize: 10, ...query(side, turn) } }), variant),
  ),
  call(readRecipeValues, () => ({})),
  call(
    exportRecipes,
    (_, turn) => ({ query: { format: pick(['jsonld', 'csv'], turn), cuisine: RARE_CUISINE } }),
    'ten recipes',
  ),
];
