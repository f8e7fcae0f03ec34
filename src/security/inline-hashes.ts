import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/\1>/g;
const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]+)"/i;
const DATA = /\btype="application\/([\w.-]+\+)?json"/;
const HASH = / 'sha(256|384|512)-[^']+'/g;

/** The hashes, as a policy names them, of what a page runs and wears inline. Data in a script element needs none. */
export function inlineHashes(html: string): { script: ReadonlySet<string>; style: ReadonlySet<string> } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, element, attributes = '', content = ''] of html.matchAll(INLINE)) {
    if (DATA.test(attributes)) continue;
    const kind = element === 'script' ? 'script' : 'style';
    hashes[kind].add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return hashes;
}

/**
 * A built page whose policy allows what this page holds inline, and nothing that only others do: Astro names the
 * hashes of the whole site in each of them, a kilobyte that does not compress, sent as header and as meta. Of the
 * scripts those stay that were named before; styles are our own rules.
 */
export function withOwnHashes(html: string): string {
  const { script, style } = inlineHashes(html);
  return html.replace(POLICY, (_, start: string, policy: string) => {
    const own = policy
      .replace(/\bscript-src [^;]*/, (named) =>
        named.replace(HASH, (hash) => (script.has(hash.trim()) ? hash : '')),
      )
      .replace(/\bstyle-src [^;]*/, (named) => [named.replace(HASH, ''), ...style].join(' '));
    return `${start}${own}"`;
  });
}
