import type { RecipeVersion } from '#contract/recipes/versions.ts';
import { formFields } from '../../editor/state/recipe-form.ts';
import { fieldLabels } from '../../field-labels.ts';

export const kindLabels: Readonly<Record<RecipeVersion['kind'], string>> = {
  created: 'Created',
  saved: 'Saved',
  reverted: 'Reverted',
  changed_in_bulk: 'Changed with others',
  imported: 'Imported',
};

/** Unknown fields are named as sent. */
export function fieldLabel(name: string): string {
  const field = formFields.find((known) => known === name);
  return field ? fieldLabels[field] : name;
}
