import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import type { BulkAction, RecipeValues } from '#contract/recipes/list.ts';
import { recipeLimits } from '#contract/recipes/rules.ts';
import { knownSpelling, valuesIn } from '../../editor/state/spelling.ts';
import { recipeValuesQuery } from '../../queries.ts';

type TagAction = Extract<BulkAction, { field: string }>;
type Field = TagAction['field'];

const fields: Readonly<Record<Field, string>> = {
  meal_types: 'Meal type',
  feature_tags: 'Feature tag',
  promotional_tags: 'Promotional tag',
};

type Props = { isBusy: boolean; change: (action: TagAction) => void };

/** Adds a meal type or tag to the selected recipes, or removes it. The text stays. */
export function TagForm({ isBusy, change }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<Field>('meal_types');
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { data } = useQuery({ ...recipeValuesQuery, enabled: useCan()('recipes:filter') });
  const known = valuesOf(data?.data, field);

  function submit(action: TagAction['action']) {
    if (isBusy) return;
    const value = knownSpelling(text, known);
    setIsMissing(value === '');
    if (value === '') input.current?.focus();
    else change({ action, field, value });
  }

  return (
    <form
      className="tag-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit('add');
      }}
    >
      <label>
        Kind
        <select value={field} onChange={(event) => setField(fieldNamed(event.target.value))}>
          {Object.entries(fields).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Value
        <input
          ref={input}
          value={text}
          list={`${id}-values`}
          maxLength={recipeLimits.tag}
          autoComplete="off"
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <datalist id={`${id}-values`}>
        {known.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <button type="submit" className="secondary" aria-disabled={isBusy || undefined}>
        Add
      </button>
      <button
        type="button"
        className="secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => submit('remove')}
      >
        Remove
      </button>
      {isMissing && (
        <p id={`${id}-error`} className="note">{`Enter the ${fields[field].toLowerCase()} first.`}</p>
      )}
    </form>
  );
}

function fieldNamed(name: string): Field {
  return name === 'feature_tags' || name === 'promotional_tags' ? name : 'meal_types';
}

function valuesOf(values: RecipeValues | undefined, field: Field): string[] {
  if (!values) return [];
  const lists = {
    meal_types: values.mealTypes,
    feature_tags: values.featureTags,
    promotional_tags: values.promotionalTags,
  };
  return valuesIn(lists[field]);
}
