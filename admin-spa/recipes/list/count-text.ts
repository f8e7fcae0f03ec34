import { formatCount } from '../../ui/format/format.ts';

export function countText(count: number): string {
  return count === 1 ? '1 recipe' : `${formatCount(count)} recipes`;
}

/** Counts a selection of all recipes that the list shows. */
export function allText(count: number): string {
  return count === 1 ? '1 recipe selected' : `All ${countText(count)} selected`;
}
