import { EMPTY_VALUE } from '../ui/format/format.ts';
import type { FormField, IngredientValue, NutritionRow, RecipeForm } from './editor/state/recipe-form.ts';

type Props = {
  lines: readonly string[];
  /** The lines of the other side. */
  others: readonly string[];
  /** Counts the lines that both sides have instead of showing them. */
  isShort: boolean;
};

/** Shows one side of a field that differs. The lines that the other side lacks are marked, or shown alone. */
export function ComparedLines({ lines, others, isShort }: Props) {
  if (lines.length === 0) return <span>{EMPTY_VALUE}</span>;
  const isOwn = (line: string) => !others.includes(line);
  const sameCount = lines.filter((line) => !isOwn(line)).length;
  const isReordered = lines.toSorted().join('\n') === others.toSorted().join('\n');
  const isFolded = isShort && !isReordered;
  return (
    <ul className="plain">
      {isReordered && <li className="muted">In another order:</li>}
      {lines
        .map((line, index) => ({ line, index }))
        .filter(({ line }) => !isFolded || isOwn(line))
        .map(({ line, index }) => (
          <li key={index}>
            {isOwn(line) && lines.length > 1 && !isShort ? <mark>{line}</mark> : <bdi>{line}</bdi>}
          </li>
        ))}
      {isFolded && sameCount > 0 && (
        <li className="muted">{`${sameCount} ${sameCount === 1 ? 'line' : 'lines'} that both have`}</li>
      )}
    </ul>
  );
}

/** Returns a line for each row of a list. */
export function linesOf(form: RecipeForm, field: FormField): string[] {
  const value = form[field];
  return typeof value === 'string' ? [value].filter(Boolean) : value.map(lineOf);
}

function lineOf(item: string | IngredientValue | NutritionRow): string {
  if (typeof item === 'string') return item;
  if ('value' in item) return `${item.name} ${item.value}`;
  const { name, quantity, unit_type, is_primary } = item;
  return [quantity, unit_type, name, is_primary ? '' : '(optional)'].filter(Boolean).join(' ');
}
