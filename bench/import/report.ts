import type { ImportedRow } from '#api/imports/read/imported-row.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { renderColumns } from '../table.ts';
import type { Comparison } from './compare.ts';

const fields: readonly (readonly [name: string, isFound: (content: RecipeContent) => boolean])[] = [
  ['title', ({ title }) => title !== ''],
  ['description', ({ description }) => description !== ''],
  ['picture', ({ image_url }) => image_url !== null],
  ['preparation time', ({ preparation_time }) => preparation_time > 0],
  ['cooking time', ({ cooking_time }) => cooking_time > 0],
  ['servings', ({ servings }) => servings !== null],
  ['ingredients', ({ ingredients }) => ingredients.length > 0],
  ['steps', ({ steps }) => steps.length > 0],
  ['nutrition', ({ nutritionValues }) => nutritionValues.length > 0],
  ['meal types', ({ meal_types }) => meal_types.length > 0],
  ['cuisine', ({ cuisine }) => cuisine !== null],
  ['feature tags', ({ feature_tags }) => feature_tags.length > 0],
  ['cooking method', ({ cookingMethod }) => cookingMethod !== null],
  ['video', ({ videoURL }) => videoURL !== null],
];

export function renderFields(rows: readonly ImportedRow[]): string {
  const contents = rows.flatMap(({ content }) => content ?? []);
  const lines = fields.map(([name, isFound]) => {
    const count = contents.filter(isFound).length;
    return [name, String(count), share(count, contents.length)];
  });
  return renderColumns(['field', `of ${contents.length} recipes`, 'share'], lines);
}

export function renderProblems(rows: readonly ImportedRow[]): string {
  const kinds = new Map<string, { count: number; example: string }>();
  for (const { file, problems } of rows) {
    for (const { field, message, value } of problems) {
      const kind = `${field}: ${message.replaceAll(/\d[\d,]*/g, 'N')}`;
      const { count, example } = kinds.get(kind) ?? { count: 0, example: value ? `${file}: ${value}` : file };
      kinds.set(kind, { count: count + 1, example });
    }
  }
  const lines = [...kinds]
    .sort(([, one], [, other]) => other.count - one.count)
    .map(([kind, { count, example }]) => [kind, String(count), example.replaceAll(/\s+/g, ' ').slice(0, 80)]);
  return renderColumns(['problem', 'count', 'example'], lines);
}

export function renderComparison(comparisons: readonly Comparison[]): string {
  const names = ['title', 'ingredients', 'prep', 'cook', 'total'] as const;
  const lines = names.map((name) => {
    const compared = comparisons.filter(({ differences }) => differences[name] !== null);
    const same = compared.filter(({ differences }) => differences[name] === '').length;
    return [name, String(compared.length), String(same), share(same, compared.length)];
  });
  const differences = comparisons.flatMap((one) =>
    names
      .filter((name) => one.differences[name])
      .map((name) => `  ${one.page}: ${name} ${one.differences[name]}\n`),
  );
  const table = renderColumns(['same as the .json beside the page', 'pages', 'same', 'share'], lines);
  return `${table}\n${differences.join('')}`;
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`;
}
