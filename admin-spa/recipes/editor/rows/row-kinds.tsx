import { type ReactNode, useId } from 'react';
import type { EntryKind, EntryLine } from '#contract/recipes/entries.ts';
import { GrowingText } from '../fields/GrowingText.tsx';
import {
  blankIngredient,
  blankNutrition,
  isBlankIngredient,
  isBlankNutrition,
  isBlankStep,
} from '../state/editor-state.ts';
import type { IngredientValue, NutritionRow } from '../state/recipe-form.ts';

type InputsOf<Value> = {
  value: Value;
  /** As in "Ingredient 3". */
  label: string;
  nameOf: (part: string) => string;
  errorOf: (part: string) => string | undefined;
  onEdit: (value: Value) => void;
};

/** What differs between the three lists. */
export type RowKind<Value> = {
  readonly list: 'ingredients' | 'steps' | 'nutritionValues';
  readonly entry: EntryKind;
  readonly title: string;
  readonly noun: string;
  readonly plural: string;
  readonly example: string;
  readonly blank: Value;
  readonly isBlank: (value: Value) => boolean;
  readonly fromLine: (line: EntryLine) => Value;
  readonly renderInputs: (inputs: InputsOf<Value>) => ReactNode;
};

export const ingredientKind: RowKind<IngredientValue> = {
  list: 'ingredients',
  entry: 'ingredients',
  title: 'Ingredients',
  noun: 'ingredient',
  plural: 'ingredients',
  example: 'Flour, 2, cups\n2 cups flour, sifted\n150 g butter',
  blank: blankIngredient,
  isBlank: isBlankIngredient,
  fromLine: ({ name, quantity, unit }) => ({ name, quantity, unit_type: unit, is_primary: true }),
  renderInputs: ({ value, label, nameOf, errorOf, onEdit }) => {
    const renderPart = (part: 'quantity' | 'unit_type', title: string) => (
      <RowInput
        className={part}
        name={nameOf(part)}
        label={`${label} ${title.toLowerCase()}`}
        placeholder={title}
        value={value[part]}
        error={errorOf(part)}
        onEdit={(text) => onEdit({ ...value, [part]: text })}
      />
    );
    return (
      <>
        <div className="part-input name">
          <GrowingText
            name={nameOf('name')}
            label={`${label} name`}
            placeholder="Name"
            value={value.name}
            error={errorOf('name')}
            onChange={(name) => onEdit({ ...value, name: name.replaceAll('\n', ' ') })}
          />
        </div>
        {renderPart('quantity', 'Quantity')}
        {renderPart('unit_type', 'Unit')}
        <label className="mandatory">
          <input
            type="checkbox"
            aria-label={`${label} mandatory`}
            checked={value.is_primary}
            onChange={({ target }) => onEdit({ ...value, is_primary: target.checked })}
          />
          Mandatory
        </label>
      </>
    );
  },
};

export const stepKind: RowKind<string> = {
  list: 'steps',
  entry: 'steps',
  title: 'Preparation steps',
  noun: 'step',
  plural: 'steps',
  example: 'Heat the oven.\nMix flour and butter.',
  blank: '',
  isBlank: isBlankStep,
  fromLine: ({ name }) => name,
  renderInputs: ({ value, label, nameOf, errorOf, onEdit }) => (
    <div className="part-input text">
      <GrowingText
        name={nameOf('text')}
        label={label}
        value={value}
        error={errorOf('text')}
        onChange={onEdit}
      />
    </div>
  ),
};

export const nutritionKind: RowKind<NutritionRow> = {
  list: 'nutritionValues',
  entry: 'nutrition',
  title: 'Nutrition values',
  noun: 'nutrition value',
  plural: 'nutrition values',
  example: 'Energy 420 kcal\nSaturated fat: 3 g',
  blank: blankNutrition,
  isBlank: isBlankNutrition,
  fromLine: ({ name, quantity, unit }) => ({ name, value: [quantity, unit].filter(Boolean).join(' ') }),
  renderInputs: ({ value, label, nameOf, errorOf, onEdit }) => (
    <>
      <RowInput
        className="name"
        name={nameOf('name')}
        label={`${label} name`}
        placeholder="Name"
        value={value.name}
        error={errorOf('name')}
        onEdit={(name) => onEdit({ ...value, name })}
      />
      <RowInput
        className="quantity"
        name={nameOf('value')}
        label={`${label} value`}
        placeholder="Value"
        value={value.value}
        error={errorOf('value')}
        onEdit={(text) => onEdit({ ...value, value: text })}
      />
    </>
  ),
};

type RowInputProps = {
  className: string;
  name: string;
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onEdit: (text: string) => void;
};

function RowInput({ className, name, label, placeholder, value, error, onEdit }: RowInputProps) {
  const errorId = useId();
  return (
    <div className={`part-input ${className}`}>
      <input
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={({ target }) => onEdit(target.value)}
      />
      {error && (
        <small id={errorId} className="error">
          {error}
        </small>
      )}
    </div>
  );
}
