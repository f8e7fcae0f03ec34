import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/\1>/g;
const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]+)"/i;
const DATA = /\btype="application\/([\w.-]+\+)?json"/;
const HASH = / 'sha(256|384|512)-[^']+'/g;

/** CSP hashes of inline scripts and styles. JSON in a script element needs none. */
export function inlineHashes(html: string): { script: ReadonlySet<string>; style: ReadonlySet<string> } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, element, attributes = '', content = ''] of html.matchAll(INLINE)) {
    if (DATA.test(attributes)) continue;
    const kind = element === 'script' ? 'script' : 'style';
    hashes[kind].add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return hashes;
}

/** Astro lists the hashes of all pages in each page, about 1 kB. Keeps only those of this page. */
export function withPageHashes(html: string): string {
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
