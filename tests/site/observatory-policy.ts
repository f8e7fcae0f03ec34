/** What a page may load by all its policies together, as Mozilla's HTTP Observatory looks at it. */

type Policy = ReadonlyMap<string, readonly string[]>;

/** Sources that let nearly anybody in. */
const ANYBODY = /^(\*|(https?|ftp):(\/\/\*(\.\*)?)?)$/;
const INLINE = /^('unsafe-inline'|data:)$/;
const PLAIN = /^(http|ftp):/;

const or =
  (...tests: readonly RegExp[]) =>
  (source: string) =>
    tests.some((test) => test.test(source));

/** Points for the policies of one page: the header's first, then those of its meta elements. */
export function policyPoints(texts: readonly string[]): number {
  const policies = texts.map(parsed);
  if (policies.length === 0 || policies.includes(null)) return -25;
  const all = policies.filter((policy) => policy !== null);
  /** What every policy lets through; without a word on it, anything. */
  const allowed = (directive: string) => {
    const [first = ['*'], ...others] = all
      .map((policy) => policy.get(directive) ?? policy.get('default-src'))
      .filter((sources) => sources !== undefined);
    return first.filter((source) => others.every((sources) => sources.includes(source)));
  };
  const scripts = withoutIdleInline(allowed('script-src'));
  const styles = withoutIdleInline(allowed('style-src'));
  const passive = [...allowed('img-src'), ...allowed('media-src')];
  const active = [...scripts, ...styles, ...allowed('connect-src'), ...allowed('font-src')];
  if (scripts.some(or(ANYBODY, INLINE)) || allowed('object-src').some(or(ANYBODY))) return -20;
  if (active.some(or(PLAIN))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'") || passive.some(or(PLAIN))) return -10;
  if (styles.some(or(ANYBODY, INLINE))) return 0;
  return all.some((policy) => policy.get('default-src')?.join() === "'none'") ? 10 : 5;
}

/** Whether these policies, which were headers, keep every stranger from framing the page. */
export function forbidsFrames(headers: readonly string[]): boolean {
  const ancestors = headers.map((text) => parsed(text)?.get('frame-ancestors'));
  return ancestors.some((sources) => sources?.length && !sources.some(or(ANYBODY)));
}

/** null where a directive is said twice, of which browsers ignore one. */
function parsed(text: string): Policy | null {
  const directives = text
    .split(';')
    .map((part) => part.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name !== '')
    .map(([name = '', ...sources]) => [name, sources] as const);
  const policy = new Map(directives);
  return policy.size === directives.length ? policy : null;
}

/** Browsers ignore 'unsafe-inline' beside a hash or a nonce. */
function withoutIdleInline(sources: readonly string[]): readonly string[] {
  const named = sources.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  return named ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
}
