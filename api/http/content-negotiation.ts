export type Encoding = 'br' | 'gzip';

/** Content negotiation (RFC 9110, 12.5.3). Of equals the first one `available` wins. null: send uncompressed. */
export function negotiateEncoding(
  acceptEncoding: string | undefined,
  available: readonly Encoding[],
): Encoding | null {
  const weights = weightsOf(acceptEncoding ?? '');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get(`x-${encoding}`) ?? weights.get('*') ?? 0;
  const best = Math.max(...available.map(weightOf));
  // An unnamed `identity` is acceptable with the lowest priority.
  if (best <= 0 || best < (weights.get('identity') ?? 0)) return null;
  return available.find((encoding) => weightOf(encoding) === best) ?? null;
}

/** An invalid weight counts as 0. */
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

/** Evaluates `If-None-Match`. `etag` is ours and has no comma. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  // A proxy that compresses makes our ETag a weak one.
  return tags.some((tag) => (tag.startsWith('W/') ? tag.slice(2) : tag) === etag);
}
