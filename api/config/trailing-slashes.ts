/** `path` without the slashes it ends with, in linear time: an expression like `\/+$` is quadratic in their number. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
