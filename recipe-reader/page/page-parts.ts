import { toText } from './html-text.ts';
import { readTags } from './read-tags.ts';

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
  const inside: { name: string; parts: string[] } = { name: '', parts: [] };
  readTags(html, {
    open: (name, attributes) => {
      const of = (attribute: string) => attributes.get(attribute) ?? '';
      if (name === 'script' && JSON_LD.test(of('type'))) inside.name = name;
      else if (name === 'title' && title === '') inside.name = name;
      else if (name === 'link' && /\bcanonical\b/iu.test(of('rel'))) addresses.canonical ||= of('href');
      else if (name === 'meta' && (of('property') || of('name')) === 'og:url') addresses.og ||= of('content');
      else if (name === 'base') addresses.base ||= of('href');
    },
    text: (data) => {
      if (inside.name !== '') inside.parts.push(data);
    },
    close: (name) => {
      if (name !== inside.name) return;
      const content = inside.parts.splice(0).join('');
      if (name === 'script') scripts.push(content);
      else title = toText(content);
      inside.name = '';
    },
  });
  // A page that was cut short inside its script.
  if (inside.name === 'script') scripts.push(inside.parts.join(''));
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
