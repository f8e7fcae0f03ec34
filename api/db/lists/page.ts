export type Page = { readonly offset: number; readonly limit: number };

export type Direction = 'asc' | 'desc';

/** The same page, read from the end of a list of `total` rows if that is nearer. Its rows are in no order. */
export function fromNearerEnd<Order extends { readonly direction: Direction }>(
  order: Order,
  { offset, limit }: Page,
  total: number,
): { order: Order; page: Page } {
  const after = total - offset - limit;
  if (offset <= after) return { order, page: { offset, limit } };
  const rows = Math.max(0, Math.min(limit, total - offset));
  const direction = order.direction === 'asc' ? 'desc' : 'asc';
  return { order: { ...order, direction }, page: { offset: Math.max(0, after), limit: rows } };
}
