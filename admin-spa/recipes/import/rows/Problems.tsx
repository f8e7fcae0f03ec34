import type { ImportRow } from '#contract/recipes/imports.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';

const MAX_SHOWN = 3;

/** By the names of the API. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  image_url: 'Picture',
  videoURL: 'Video',
  cuisine: 'Cuisine',
  cookingMethod: 'Cooking method',
  preparation_time: 'Preparation time',
  cooking_time: 'Cooking time',
  servings: 'Servings',
  meal_types: 'Meal types',
  feature_tags: 'Feature tags',
  promotional_tags: 'Promotional tags',
  ingredients: 'Ingredients',
  steps: 'Steps',
  nutritionValues: 'Nutrition values',
};

type Problem = ImportRow['problems'][number];

/** What was dropped, cut or changed, and why. */
export function Problems({ problems }: Pick<ImportRow, 'problems'>) {
  if (problems.length === 0) return <span className="muted">{EMPTY_VALUE}</span>;
  const others = problems.slice(MAX_SHOWN);
  return (
    <div className="problems">
      <ProblemItems problems={problems.slice(0, MAX_SHOWN)} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <ProblemItems problems={others} />
        </details>
      )}
    </div>
  );
}

function ProblemItems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul>
      {problems.map(({ field, message, value }) => (
        <li key={`${field} ${message} ${value}`}>
          {field && <strong>{fieldLabels[field] ?? field}: </strong>}
          {message} {value && <bdi className="muted">“{value}”</bdi>}
        </li>
      ))}
    </ul>
  );
}
