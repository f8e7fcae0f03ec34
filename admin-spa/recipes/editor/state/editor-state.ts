import {
  emptyForm,
  type FormField,
  type IngredientValue,
  type NutritionRow,
  type RecipeForm,
  type TagField,
  type TextField,
  tagFields,
} from './recipe-form.ts';
import { changeRows, type Rows, type RowsChange, rowsOf, valuesOf } from './rows.ts';

type Fields = Pick<RecipeForm, TextField | TagField>;

export type EditorState = {
  readonly fields: Fields;
  /** Text in the input of a tag field that is no tag yet. */
  readonly typedTags: Readonly<Record<TagField, string>>;
  readonly ingredients: Rows<IngredientValue>;
  readonly steps: Rows<string>;
  readonly nutritionValues: Rows<NutritionRow>;
};

export type EditorChange =
  | { readonly type: 'text'; readonly field: TextField; readonly value: string }
  | {
      readonly type: 'tags';
      readonly field: TagField;
      readonly tags: readonly string[];
      readonly typed: string;
    }
  | { readonly type: 'ingredients'; readonly change: RowsChange<IngredientValue> }
  | { readonly type: 'steps'; readonly change: RowsChange<string> }
  | { readonly type: 'nutritionValues'; readonly change: RowsChange<NutritionRow> }
  /** Replaces some fields. */
  | { readonly type: 'take'; readonly from: RecipeForm; readonly fields: readonly FormField[] }
  | { readonly type: 'load'; readonly form: RecipeForm };

/** Stays the same function on every render. */
export type Change = (change: EditorChange) => void;

export const blankIngredient: IngredientValue = { name: '', quantity: '', unit_type: '', is_primary: true };
export const blankNutrition: NutritionRow = { name: '', value: '' };

const isBlank = (text: string) => text.trim() === '';

export const isBlankIngredient = ({ name, quantity, unit_type }: IngredientValue) =>
  isBlank(name) && isBlank(quantity) && isBlank(unit_type);
export const isBlankStep = isBlank;
export const isBlankNutrition = ({ name, value }: NutritionRow) => isBlank(name) && isBlank(value);

const noTypedTags = { meal_types: '', feature_tags: '', promotional_tags: '' };

export function stateOf({ ingredients, steps, nutritionValues, ...fields }: RecipeForm): EditorState {
  return {
    fields,
    typedTags: noTypedTags,
    ingredients: rowsOf(ingredients),
    steps: rowsOf(steps),
    nutritionValues: rowsOf(nutritionValues),
  };
}

/** A new recipe has one empty row in each list. */
export const newRecipeState: EditorState = {
  ...stateOf(emptyForm),
  ingredients: rowsOf([blankIngredient]),
  steps: rowsOf(['']),
  nutritionValues: rowsOf([blankNutrition]),
};

export function formOf(state: EditorState): RecipeForm {
  const { fields, typedTags } = state;
  const tags = (field: TagField) =>
    isBlank(typedTags[field]) ? fields[field] : [...fields[field], typedTags[field].trim()];
  return {
    ...fields,
    meal_types: tags('meal_types'),
    feature_tags: tags('feature_tags'),
    promotional_tags: tags('promotional_tags'),
    ingredients: valuesOf(state.ingredients).filter((value) => !isBlankIngredient(value)),
    steps: valuesOf(state.steps).filter((value) => !isBlankStep(value)),
    nutritionValues: valuesOf(state.nutritionValues).filter((value) => !isBlankNutrition(value)),
  };
}

export function changeEditor(state: EditorState, action: EditorChange): EditorState {
  switch (action.type) {
    case 'text':
      return { ...state, fields: { ...state.fields, [action.field]: action.value } };
    case 'tags':
      return {
        ...state,
        fields: { ...state.fields, [action.field]: action.tags },
        typedTags: { ...state.typedTags, [action.field]: action.typed },
      };
    case 'ingredients':
      return { ...state, ingredients: changeRows(state.ingredients, action.change) };
    case 'steps':
      return { ...state, steps: changeRows(state.steps, action.change) };
    case 'nutritionValues':
      return { ...state, nutritionValues: changeRows(state.nutritionValues, action.change) };
    case 'take':
      return takeFields(state, action);
    case 'load':
      return stateOf(action.form);
  }
}

/** The other fields keep their rows, and so the focus. */
function takeFields(
  state: EditorState,
  { from, fields }: { from: RecipeForm; fields: readonly FormField[] },
): EditorState {
  const taken = stateOf(from);
  const has = (field: FormField) => fields.includes(field);
  const values = Object.fromEntries(fields.map((field) => [field, from[field]]));
  const typed = Object.fromEntries(tagFields.filter(has).map((field) => [field, '']));
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in state.fields));
  return {
    fields: { ...state.fields, ...known },
    typedTags: { ...state.typedTags, ...typed },
    ingredients: has('ingredients') ? taken.ingredients : state.ingredients,
    steps: has('steps') ? taken.steps : state.steps,
    nutritionValues: has('nutritionValues') ? taken.nutritionValues : state.nutritionValues,
  };
}

/** Compares the props of a `memo` component: typing in a field of another card does not render it. */
export function hasSameFields(...names: readonly (keyof Fields)[]) {
  return <Props extends { readonly fields: Fields }>(one: Props, other: Props): boolean =>
    names.every((name) => one.fields[name] === other.fields[name]) &&
    Object.keys(one).every(
      (prop) => prop === 'fields' || one[prop as keyof Props] === other[prop as keyof Props],
    );
}
