/** Combines all policies of a page, as Mozilla's HTTP Observatory does. */

type Policy = ReadonlyMap<string, readonly string[]>;

/** Sources that match nearly every host. */
const ANY_HOST = /^(\*|(https?|ftp):(\/\/\*(\.\*)?)?)$/;
const INLINE = /^('unsafe-inline'|data:)$/;
const INSECURE = /^(http|ftp):/;

const matchesAny =
  (...tests: readonly RegExp[]) =>
  (source: string) =>
    tests.some((test) => test.test(source));

/** Points for the header policy and the meta policies of a page. */
export function policyPoints(texts: readonly string[]): number {
  const policies = texts.map(parsePolicy);
  if (policies.length === 0 || policies.includes(null)) return -25;
  const all = policies.filter((policy) => policy !== null);
  /** Sources that every policy allows; `*` without a matching directive. */
  const allowed = (directive: string) => {
    const [first = ['*'], ...others] = all
      .map((policy) => policy.get(directive) ?? policy.get('default-src'))
      .filter((sources) => sources !== undefined);
    return first.filter((source) => others.every((sources) => sources.includes(source)));
  };
  const scripts = withoutIgnoredInline(allowed('script-src'));
  const styles = withoutIgnoredInline(allowed('style-src'));
  const passive = [...allowed('img-src'), ...allowed('media-src')];
  const active = [...scripts, ...styles, ...allowed('connect-src'), ...allowed('font-src')];
  if (scripts.some(matchesAny(ANY_HOST, INLINE)) || allowed('object-src').some(matchesAny(ANY_HOST)))
    return -20;
  if (active.some(matchesAny(INSECURE))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'") || passive.some(matchesAny(INSECURE))) return -10;
  if (styles.some(matchesAny(ANY_HOST, INLINE))) return 0;
  return all.some((policy) => policy.get('default-src')?.join() === "'none'") ? 10 : 5;
}

/** `frame-ancestors` counts in headers only. */
export function forbidsFrames(headers: readonly string[]): boolean {
  const ancestors = headers.map((text) => parsePolicy(text)?.get('frame-ancestors'));
  return ancestors.some((sources) => sources?.length && !sources.some(matchesAny(ANY_HOST)));
}

/** Null for a repeated directive: browsers ignore one of them. */
function parsePolicy(text: string): Policy | null {
  const directives = text
    .split(';')
    .map((part) => part.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name !== '')
    .map(([name = '', ...sources]) => [name, sources] as const);
  const policy = new Map(directives);
  return policy.size === directives.length ? policy : null;
}

/** Browsers ignore 'unsafe-inline' beside a hash or a nonce. */
function withoutIgnoredInline(sources: readonly string[]): readonly string[] {
  const named = sources.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  return named ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
}
