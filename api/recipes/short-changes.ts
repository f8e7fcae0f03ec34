import type { Change } from '#contract/audit.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ContentField } from './content.ts';

const MAX_CHARACTERS = 100;

/** Changes for the audit log: short texts, and the number of items of long lists. The versions hold the rest. */
export function describeChanges(
  before: RecipeContent,
  after: RecipeContent,
  fields: readonly ContentField[],
): Change[] {
  return fields.map((field) => ({
    field,
    from: shorten(before[field]),
    to: shorten(after[field]),
  }));
}

function shorten(value: RecipeContent[ContentField]): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return cut(String(value));
  const areShort = value.every((item) => typeof item === 'string' && item.length <= MAX_CHARACTERS);
  const list = areShort ? value.join(', ') : '';
  if (areShort && list.length <= MAX_CHARACTERS) return list;
  return value.length === 1 ? '1 item' : `${value.length} items`;
}

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
