import { Parser } from 'htmlparser2';
import { toText } from './html-text.ts';

export type PageParts = {
  /** Texts of the scripts with JSON-LD. */
  readonly scripts: readonly string[];
  readonly title: string;
  /** The page's own address, for relative addresses; null if it names none. */
  readonly address: string | null;
};

const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/iu;

/** What is needed of a saved page. */
export function readPageParts(html: string): PageParts {
  const scripts: string[] = [];
  const addresses: Record<'canonical' | 'og' | 'base', string> = { canonical: '', og: '', base: '' };
  let title = '';
  let open: 'script' | 'title' | null = null;
  let parts: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'script' && JSON_LD.test(attributes.type ?? '')) open = 'script';
      else if (name === 'title' && title === '') open = 'title';
      else if (name === 'link' && /\bcanonical\b/iu.test(attributes.rel ?? '')) {
        addresses.canonical ||= attributes.href ?? '';
      } else if (name === 'meta' && (attributes.property ?? attributes.name) === 'og:url') {
        addresses.og ||= attributes.content ?? '';
      } else if (name === 'base') addresses.base ||= attributes.href ?? '';
    },
    ontext(data) {
      if (open) parts.push(data);
    },
    onclosetag(name) {
      if (name !== open) return;
      if (open === 'script') scripts.push(parts.join(''));
      else title = toText(parts.join(''));
      open = null;
      parts = [];
    },
  });
  parser.end(html);
  const address = [addresses.base, addresses.canonical, addresses.og].find((one) =>
    /^https?:\/\//iu.test(one),
  );
  return { scripts, title, address: address ?? null };
}

/** The encoding that a page names for itself in its first bytes. */
export function namedEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return (
    /<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?(?<name>[\w-]{1,40})/iu.exec(start)?.groups?.name ?? null
  );
}
