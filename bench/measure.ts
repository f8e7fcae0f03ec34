import lighthouse from 'lighthouse';

export type Measurement = {
  /** Milliseconds until the largest paint. */
  largestPaint: number;
  /** Layout shift without anybody's doing; no unit. */
  shift: number;
  /** Bytes over the network, and requests. */
  bytes: number;
  requests: number;
  /** Lighthouse's categories, 0 to 100. */
  scores: Readonly<Record<string, number>>;
  /** Audits that cost points, by their titles. */
  losses: readonly string[];
};

/** Lighthouse's phone on slow 4G with a processor four times slower, really throttled instead of computed. */
const settings = { formFactor: 'mobile', throttlingMethod: 'devtools', logLevel: 'error' } as const;

/** One visit with an empty cache, in the browser that is debugged on this port. */
export async function measure(url: string, port: number): Promise<Measurement> {
  const result = await lighthouse(url, { ...settings, port });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  const { audits, categories } = result.lhr;
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details;
  const items = requests && 'items' in requests && Array.isArray(requests.items) ? requests.items : [];
  return {
    largestPaint: number('largest-contentful-paint'),
    shift: number('cumulative-layout-shift'),
    bytes: number('total-byte-weight'),
    requests: items.length,
    scores: Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
    ),
    losses: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${audits[id]?.title ?? id} (${audits[id]?.displayValue ?? 'failed'})`),
  };
}

/** The one in the middle of the order that `by` gives. Throws where there is none. */
export function median<Item>(measurements: readonly Item[], by: (item: Item) => number): Item {
  const sorted = measurements.toSorted((one, other) => by(one) - by(other));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('There is nothing to take the middle of.');
  return middle;
}
