import type { BuiltSite } from '#tests/site/built-site.ts';
import type { Text } from './code.ts';

const BLOCKS =
  'p, li, dt, dd, h1, h2, h3, h4, summary, legend, label, button, figcaption, th, td, address, noscript, small, caption, title';
const BINDING_PAGES = ['/privacy', '/eula', '/terms'];
const NAMES = ['aria-label', 'alt', 'placeholder', 'title'];

/** The texts of the built pages: title, description and what is in the body, one per block; each only once. */
export function textsOnSite({ pages, documentOf, read }: BuiltSite): Text[] {
  const machine = read('/llms.txt').toString().split('\n');
  const found = [
    ...pages.flatMap((page) => textsOn(page, documentOf(page))),
    ...machine.map((text, at) => ({ file: '/llms.txt', line: at + 1, text, isTalk: true })),
  ];
  const first = new Map(found.filter(({ text }) => /\p{L}{2}/u.test(text)).map((one) => [one.text, one]));
  return [...first.values()];
}

function textsOn(page: string, document: Document): Text[] {
  for (const code of document.querySelectorAll('style, script')) code.remove();
  const described = document.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
  const named = NAMES.flatMap((name) =>
    [...document.querySelectorAll(`body [${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  );
  const blocks = [...document.querySelectorAll(BLOCKS)].map((block) => {
    const copy = block.cloneNode(true);
    if (!(copy instanceof (document.defaultView?.Element ?? Element))) return '';
    for (const inner of copy.querySelectorAll(BLOCKS)) inner.remove();
    return copy.textContent ?? '';
  });
  return [described, ...named, ...blocks].map((text) => ({
    file: page,
    line: 0,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    isTalk: !BINDING_PAGES.includes(page),
  }));
}
