import { Tokenizer } from 'htmlparser2';

export type TagHandlers = {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (name: string) => void;
  readonly text: (data: string) => void;
};

/**
 * The tags and texts of HTML, in their order, names in lower case. Unlike a parser it keeps no list of open elements,
 * so a million tags that are never closed take no longer than others.
 */
export function readTags(html: string, { open, close, text }: TagHandlers): void {
  const nothing = (): void => undefined;
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const finish = (): void => open(tag, attributes);
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: finish,
      onselfclosingtag: finish,
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

const BLOCKS = new Set(
  'address article blockquote br dd details div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
/** A line break of the source inside these is white space. */
const PARAGRAPHS = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td']);
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe']);
const INLINE =
  'a abbr b bdi bdo button cite code data del dfn em figcaption font i img input ins kbd label mark picture q s samp small source span strike strong sub sup tbody td tfoot th thead time tt u var video wbr'.split(
    ' ',
  );
const NAMES = [...BLOCKS, ...HIDDEN, ...INLINE].join('|');
/** Elements around and beside the texts. */
const PAGE = new Set([
  'html',
  ...'head body meta link title base form fieldset object noscript frameset address hgroup picture map'.split(
    ' ',
  ),
  ...'audio video canvas center'.split(' '),
]);

/** Whether HTML has an element of this name. */
export function isHtmlTag(name: string): boolean {
  const tag = name.toLowerCase();
  return PAGE.has(tag) || BLOCKS.has(tag) || HIDDEN.has(tag) || INLINE.includes(tag);
}

/** "<" in "bake < 10 minutes" or "<3" is a text. */
const NO_TAG = new RegExp(String.raw`<(?!\/?(?:${NAMES})(?:[\s/>]|$)|!--)`, 'giu');
const HTML = new RegExp(String.raw`<\/?(?:${NAMES})(?:[\s/>]|$)|<!--|&[#a-z]`, 'iu');
/** Pages escape texts once or twice too often. */
const MAX_PASSES = 3;

/** One line of plain text: without tags and entities, with one space between words. */
export function toText(text: string): string {
  return toLines(text).join(' ');
}

/** The text without soft hyphens, zero-width spaces and other marks that only say where a line may break. */
export function removeInvisible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b\u2060\ufeff]/gu, '');
}

/** The text with 0 to 9 for the digits of every script, as in "４人分" and "٤". */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    // Ten digits follow each other, and some blocks follow each other too.
    while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value % 10);
  });
}

/** The lines of a text. Paragraphs, list items and line breaks of HTML begin a new one; empty ones are left out. */
export function toLines(text: string): string[] {
  let plain = text;
  for (let pass = 0; pass < MAX_PASSES && HTML.test(plain); pass += 1) {
    const before = plain;
    plain = removeHtml(plain);
    if (plain === before) break;
  }
  return plain
    .toWellFormed()
    .split(/[\n\r\v\f\u2028\u2029]/u)
    .map((line) =>
      removeInvisible(line)
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

function removeHtml(text: string): string {
  const parts: string[] = [];
  let hidden = '';
  let isInParagraph = false;
  readTags(closeLastTag(text.replaceAll(NO_TAG, '&lt;')), {
    open: (name) => {
      if (hidden === '' && HIDDEN.has(name)) hidden = name;
      if (PARAGRAPHS.has(name)) isInParagraph = true;
      parts.push(breakOf(name));
    },
    close: (name) => {
      if (hidden === name) hidden = '';
      if (PARAGRAPHS.has(name)) isInParagraph = false;
      parts.push(breakOf(name));
    },
    text: (data) => {
      if (hidden === '') parts.push(isInParagraph ? data.replaceAll(/[\r\n]+/gu, ' ') : data);
    },
  });
  return parts.join('');
}

function breakOf(name: string): string {
  if (BLOCKS.has(name)) return '\n';
  return name === 'td' || name === 'th' ? ' ' : '';
}

/** A tag that is cut off at the end would take the text after it away. */
function closeLastTag(text: string): string {
  const start = text.lastIndexOf('<');
  if (start <= text.lastIndexOf('>')) return text;
  return `${text.slice(0, start)}&lt;${text.slice(start + 1)}`;
}
