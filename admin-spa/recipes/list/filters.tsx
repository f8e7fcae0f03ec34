import { useQuery } from '@tanstack/react-query';
import type { CountedValue, RecipeValues } from '#contract/recipes/list.ts';
import type { RecipeGap } from '#contract/recipes/read.ts';
import { CountedAt } from '../../ui/feedback/QueryStates.tsx';
import { statusLabel } from '../../ui/format/Badge.tsx';
import { fold } from '../../ui/format/fold.ts';
import { type Filter, FilterFields, type Option, type Options, toOptions } from '../../ui/list/filters.tsx';
import type { Filters } from '../../ui/list/list-state.ts';
import { recipeValuesQuery } from '../queries.ts';

export const gapLabels: Readonly<Record<'any' | RecipeGap, string>> = {
  any: 'Anything missing',
  picture: 'No picture',
  nutrition: 'No nutrition values',
  steps: 'No steps',
  times: 'No times',
};
const needLabels: Readonly<Record<string, string>> = gapLabels;

const asWritten = (value: string) => value;

/** The filters have the order of the panel. */
const panelFilters: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    anyLabel: 'Draft or published',
    valueLabel: statusLabel,
  },
  {
    name: 'needs',
    label: 'Needs attention',
    kind: 'choice',
    valueLabel: (value) => needLabels[value] ?? value,
  },
  { name: 'mealType', label: 'Meal type', kind: 'choice', valueLabel: asWritten },
  { name: 'cuisine', label: 'Cuisine', kind: 'choice', valueLabel: asWritten },
  { name: 'tag', label: 'Tag', kind: 'choice', valueLabel: asWritten },
];

const outcomeLabels: Readonly<Record<string, string>> = {
  pending: 'Not done',
  changed: 'Changed',
  unchanged: 'Already like that',
  failed: 'Failed',
};

/** Only the numbers of a bulk change lead to the last ones. */
export const recipeFilters: readonly Filter[] = [
  ...panelFilters,
  { name: 'change', label: 'Bulk change', kind: 'choice', valueLabel: (value) => `number ${value}` },
  { name: 'outcome', label: 'Outcome', kind: 'choice', valueLabel: (value) => outcomeLabels[value] ?? value },
];

/** An outcome is one of a bulk change. */
export function withoutLeftovers({ outcome, ...others }: Filters): Filters {
  return outcome && others.change ? { ...others, outcome } : others;
}

function recipeOptions(values: RecipeValues): Options {
  return {
    state: toOptions(values.states),
    needs: toOptions(values.gaps),
    mealType: values.mealTypes,
    cuisine: values.cuisines,
    tag: allTags(values),
  };
}

/** A tag of both kinds has no count: a recipe may have it twice. */
function allTags({ featureTags, promotionalTags }: RecipeValues): readonly Option[] {
  const has = (tags: readonly CountedValue[], value: string) =>
    tags.some((tag) => fold(tag.value) === fold(value));
  return [
    ...featureTags.map(({ value, count }) => ({ value, count: has(promotionalTags, value) ? null : count })),
    ...promotionalTags.filter(({ value }) => !has(featureTags, value)),
  ].sort((one, other) => one.value.localeCompare(other.value, 'en'));
}

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** Offers the values that recipes have, with their counts. */
export function FilterPanel({ chosen, change }: Props) {
  const query = useQuery(recipeValuesQuery);
  const options = query.data ? recipeOptions(query.data.data) : null;
  return (
    <FilterFields filters={panelFilters} query={query} options={options} chosen={chosen} change={change}>
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}
