/** The characters and values in data. Stops counting above `max`. */
export function sizeOf(data: unknown, max = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const waiting = [data];
  while (waiting.length > 0 && size <= max) {
    const value = waiting.pop();
    size += 1;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        size += key.length;
        waiting.push(item);
      }
    }
  }
  return size;
}
