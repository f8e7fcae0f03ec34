/** Codings that the site is compressed with, the better one first. */
export type Encoding = 'br' | 'gzip';

/**
 * The content coding for this `Accept-Encoding`: the client's favourite, or the better one without a favourite. null
 * where the client prefers the plain bytes or names neither (RFC 9110, 12.5.3).
 */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  const weights = weightsOf(acceptEncoding ?? '');
  const others = weights.get('*') ?? 0;
  const br = weights.get('br') ?? others;
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? others;
  const best = Math.max(br, gzip);
  // Not named, it is acceptable, but it is what the client wants least.
  if (best <= 0 || best < (weights.get('identity') ?? 0)) return null;
  return br === best ? 'br' : 'gzip';
}

/** Each coding with its weight, 0 to 1; one that is not a number counts as 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.toLowerCase().split(';');
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      const value = weight === undefined ? 1 : Number(weight.slice(2) || Number.NaN);
      return [coding.trim(), value >= 0 && value <= 1 ? value : 0];
    }),
  );
}

/** Whether the client's copy, named in `If-None-Match`, is current. `etag` is ours, without a comma. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  // A proxy that compresses makes our tag a weak one.
  return tags.some((tag) => (tag.startsWith('W/') ? tag.slice(2) : tag) === etag);
}
