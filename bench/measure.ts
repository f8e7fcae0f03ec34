import lighthouse from 'lighthouse';

export type Measurement = {
  largestPaintMs: number;
  layoutShift: number;
  transferBytes: number;
  requests: number;
  categoryScores: Readonly<Record<string, number>>;
  failedAudits: readonly string[];
};

/** A phone on slow 4G with a CPU four times slower. Throttled for real instead of simulated. */
const settings = { formFactor: 'mobile', throttlingMethod: 'devtools', logLevel: 'error' } as const;

/** One visit, in the browser that is debugged on `port`. */
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
    largestPaintMs: number('largest-contentful-paint'),
    layoutShift: number('cumulative-layout-shift'),
    transferBytes: number('total-byte-weight'),
    requests: items.length,
    categoryScores: Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
    ),
    failedAudits: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${audits[id]?.title ?? id} (${audits[id]?.displayValue ?? 'failed'})`),
  };
}

/** The median item by the order of `by`. Throws for an empty list. */
export function median<Item>(measurements: readonly Item[], by: (item: Item) => number): Item {
  const sorted = measurements.toSorted((one, other) => by(one) - by(other));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('There is nothing to take the middle of.');
  return middle;
}
