import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ImportedRow, RowProblem } from '#recipe-reader/imported-row.ts';

/** NUL and halves of surrogate pairs: PostgreSQL refuses them as a text and in JSON. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

const REPLACED: RowProblem = {
  field: '',
  message: 'This recipe has characters that can’t be stored. Each was replaced by �. Check its texts.',
  value: '',
};

/** What the reader makes of a recipe is the contract's content. */
type StorableRow = ImportedRow & { readonly content: RecipeContent | null };

/**
 * The texts of a row as they are stored, with � for every character that the database refuses: one of them would make
 * the whole import fail. They are not dropped, because a required text could become empty.
 */
export function toStorableTexts({ file, place, title, content, problems }: StorableRow) {
  const json = content && toStorableJson(content);
  const isChanged = content !== null && json !== JSON.stringify(content);
  return {
    file: toStorable(file),
    place: toStorable(place),
    title: toStorable(title),
    content: json,
    problems: toStorableJson(isChanged ? [...problems, REPLACED] : problems),
  };
}

function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, '�');
}

function toStorableJson(value: object): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    typeof inside === 'string' ? toStorable(inside) : inside,
  );
}
