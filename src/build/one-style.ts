const HEAD_END = '</head>';
const STYLE = /<style>([\s\S]*?)<\/style>/g;
const CONDITIONAL = /<style\s|<noscript>(?:(?!<\/noscript>)[\s\S])*<style/;

/**
 * A built page with its style elements, in their order, as one at the end of its head: each has a hash that does not
 * compress, in the policy's meta and in its header, and the one that Astro puts before an island is no valid HTML there.
 * Throws for a style element that counts under a condition only, which would be lost: nobody here writes one.
 */
export function withOneStyle(html: string): string {
  if (CONDITIONAL.test(html))
    throw new Error('A style element with a condition cannot be joined with others.');
  const styles = [...html.matchAll(STYLE)].map(([, rules = '']) => rules.trim());
  if (styles.length < 2) return html;
  const [head, ...body] = html.replaceAll(STYLE, '').split(HEAD_END);
  return [`${head}<style>${styles.join('')}</style>`, ...body].join(HEAD_END);
}
