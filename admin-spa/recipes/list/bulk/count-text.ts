export function countText(count: number): string {
  return count === 1 ? '1 recipe' : `${count.toLocaleString('en-US')} recipes`;
}

/** Of the selection of all recipes that the list shows. */
export function allText(count: number): string {
  return count === 1 ? '1 recipe selected' : `All ${countText(count)} selected`;
}
