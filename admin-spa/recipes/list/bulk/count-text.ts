export function countText(count: number): string {
  return count === 1 ? '1 recipe' : `${count.toLocaleString('en-US')} recipes`;
}
