import { memo, type ReactNode, useId } from 'react';
import type { RecipeValues } from '#contract/recipes/list.ts';
import { Field } from '#forms/Field.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type Change, type EditorState, hasSameFields } from '../state/editor-state.ts';
import type { TagField, TextField } from '../state/recipe-form.ts';
import { valuesIn } from '../state/spelling.ts';
import type { Errors } from '../state/validate.ts';
import type { Announce } from '../use-announcer.tsx';
import { Combobox } from './Combobox.tsx';
import { TagsField } from './TagsField.tsx';

type Props = {
  fields: EditorState['fields'];
  typedTags: EditorState['typedTags'];
  values: RecipeValues | null;
  /** Why there are no values. */
  failure: ReactNode;
  errors: Errors;
  change: Change;
  announce: Announce;
};

const factFields = [
  'preparation_time',
  'cooking_time',
  'servings',
  'cuisine',
  'cookingMethod',
  'meal_types',
  'feature_tags',
  'promotional_tags',
] as const;

/** Times, servings, and everything with values that exist already. */
export const FactFields = memo(FactFieldsOf, hasSameFields(...factFields));

function FactFieldsOf(props: Props) {
  const { fields, typedTags, values, failure, errors, change, announce } = props;
  const id = useId();
  const setText = (field: TextField) => (value: string) => change({ type: 'text', field, value });
  const known = (list: readonly { value: string }[] = []) => valuesIn(list);

  const renderNumber = (field: 'preparation_time' | 'cooking_time' | 'servings', label: string) => (
    <Field
      name={field}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={fields[field]}
      error={errors[field]}
      onChange={({ target }) => setText(field)(target.value)}
    />
  );
  const renderChoice = (field: 'cuisine' | 'cookingMethod', label: string, options: readonly string[]) => (
    <Combobox
      name={field}
      label={label}
      value={fields[field]}
      known={options}
      error={errors[field]}
      onType={setText(field)}
      onCommit={(value) => value !== fields[field] && setText(field)(value)}
    />
  );
  const renderTags = (
    field: TagField,
    texts: { label: string; noun: string },
    options: readonly string[],
  ) => (
    <TagsField
      field={field}
      {...texts}
      tags={fields[field]}
      typed={typedTags[field]}
      known={options}
      error={errors[field]}
      change={change}
      announce={announce}
    />
  );
  return (
    <>
      <Card title="Times and servings" titleId={`${id}-times`}>
        <div className="numbers">
          {renderNumber('preparation_time', 'Preparation (minutes)')}
          {renderNumber('cooking_time', 'Cooking (minutes)')}
          {renderNumber('servings', 'Servings')}
        </div>
      </Card>
      <Card title="Kind of recipe" titleId={`${id}-kind`}>
        {failure}
        {renderTags('meal_types', { label: 'Meal types', noun: 'meal type' }, known(values?.mealTypes))}
        {renderChoice('cuisine', 'Cuisine', known(values?.cuisines))}
        {renderChoice('cookingMethod', 'Cooking method', known(values?.cookingMethods))}
        {renderTags(
          'feature_tags',
          { label: 'Feature tags', noun: 'feature tag' },
          known(values?.featureTags),
        )}
        {renderTags(
          'promotional_tags',
          { label: 'Promotional tags', noun: 'promotional tag' },
          known(values?.promotionalTags),
        )}
      </Card>
    </>
  );
}
