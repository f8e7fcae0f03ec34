import { useQuery } from '@tanstack/react-query';
import type { CountedValue, RecipeValues } from '#contract/recipes/list.ts';
import { QueryStates } from '../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { formatCount } from '../../ui/format/format.ts';
import type { Filters } from '../../ui/list/list-state.ts';
import { fold } from '../editor/state/spelling.ts';
import { recipeValuesQuery } from '../queries.ts';
import { type FilterName, filterLabels, filterNames, filterValueLabel, withFilter } from './filter-labels.ts';

type Props = { filters: Filters; change: (filters: Filters) => void };

/** Each choice applies at once. */
export function FilterPanel({ filters, change }: Props) {
  const query = useQuery(recipeValuesQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const values = query.data?.data;
  return (
    <QueryStates query={query} failure="The filters could not be loaded." isLoaded={values !== undefined}>
      <div className="filter-fields">
        {filterNames.map((name) => (
          <FilterSelect
            key={name}
            name={name}
            value={filters[name] ?? ''}
            options={values ? optionsOf(name, values) : []}
            choose={(value) => change(withFilter(filters, name, value))}
          />
        ))}
      </div>
    </QueryStates>
  );
}

type Option = { readonly value: string; readonly count: number | null };
type SelectProps = {
  name: FilterName;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
};

function FilterSelect({ name, value, options, choose }: SelectProps) {
  const chosen = options.find((option) => fold(option.value) === fold(value));
  // The address may name a value that no recipe has.
  const all = value && !chosen ? [{ value, count: null }, ...options] : options;
  return (
    <label>
      {filterLabels[name]}
      <select value={chosen?.value ?? value} onChange={(event) => choose(event.target.value)}>
        <option value="">{name === 'state' ? 'Draft or published' : 'Any'}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {filterValueLabel(name, option.value)}
            {option.count !== null && ` (${formatCount(option.count)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function optionsOf(name: FilterName, values: RecipeValues): readonly Option[] {
  if (name === 'state') return counted(values.states);
  if (name === 'needs') return counted(values.gaps);
  if (name === 'mealType') return values.mealTypes;
  return name === 'cuisine' ? values.cuisines : allTags(values);
}

function counted(counts: Readonly<Record<string, number>>): Option[] {
  return Object.entries(counts).map(([value, count]) => ({ value, count }));
}

/** A tag of both kinds has no count: a recipe may have it twice. */
function allTags({ featureTags, promotionalTags }: RecipeValues): Option[] {
  const has = (tags: readonly CountedValue[], value: string) =>
    tags.some((tag) => fold(tag.value) === fold(value));
  return [
    ...featureTags.map(({ value, count }) => ({ value, count: has(promotionalTags, value) ? null : count })),
    ...promotionalTags.filter(({ value }) => !has(featureTags, value)),
  ].sort((one, other) => one.value.localeCompare(other.value, 'en'));
}
