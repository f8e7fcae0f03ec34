/** Linear time: an expression like `\/+$` is quadratic in the number of slashes. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
