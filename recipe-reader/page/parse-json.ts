import { jsonrepair } from 'jsonrepair';
import { MAX_JSON_DEPTH, MAX_REPAIR_LENGTH } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { toText } from './html.ts';

export type ParsedJson = { readonly value: unknown; readonly isGuessed: boolean };

const TOO_DEEP = `This data is nested more than ${MAX_JSON_DEPTH} levels deep, which no recipe needs. Export it again without the extra levels.`;
const BROKEN = 'This JSON is broken and couldn’t be repaired. Export it again, or save the web page instead.';

/** A script may have around its JSON: comments and CDATA marks, for browsers that did not know the type. */
const BEFORE = /^(?:\s|\ufeff|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/u;
const AFTER = /(?:\s|;|-->|\/\/|\/\*|\*\/|\]\]>)$/u;

/** Throws a refusal for what is no JSON even after repairs, or nested too deep. `isGuessed`: check the values. */
export function parseJson(source: string): ParsedJson {
  const text = unwrap(source);
  const exact = tryParse(text) ?? tryParse(decodeQuotes(text)) ?? tryParse(repairStrings(text, 'plain'));
  if (exact) return { ...exact, isGuessed: false };
  const guessed = tryParse(repairStrings(text, 'quotes')) ?? tryParse(guess(text));
  if (guessed) return { ...guessed, isGuessed: true };
  throw new Refusal(BROKEN);
}

function unwrap(source: string): string {
  let start = 0;
  let end = source.length;
  for (;;) {
    const found = BEFORE.exec(source.slice(start, start + 64));
    if (!found) break;
    start += found[0].length;
  }
  for (;;) {
    const found = AFTER.exec(source.slice(Math.max(start, end - 8), end));
    if (!found) break;
    end -= found[0].length;
  }
  return source.slice(start, end);
}

function tryParse(text: string): { value: unknown } | null {
  if (depthOf(text) > MAX_JSON_DEPTH) throw new Refusal(TOO_DEEP);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** JSON that was escaped as a text of HTML; '' for other JSON. */
function decodeQuotes(text: string): string {
  return /^[[{]\s*&(?:quot|#34|#x22);/iu.test(text) ? toText(text) : '';
}

/** Quotes, commas and brackets that are missing. The library recurses, and slows down on long texts. */
function guess(text: string): string {
  if (text.length > MAX_REPAIR_LENGTH) return '';
  try {
    return jsonrepair(text);
  } catch {
    return '';
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const VALID_ESCAPE = /^(?:["\\/bfnrt]|u[\da-f]{4})/iu;
const NEXT = /\S/gu;

/**
 * JSON as templates print it: line breaks, tabs and wrong escapes inside texts, commas before a closing bracket. With
 * 'quotes', a quotation mark ends a text only before a comma, colon, bracket or the end.
 */
function repairStrings(text: string, mode: 'plain' | 'quotes'): string {
  const parts: string[] = [];
  let isInString = false;
  let kept = 0;
  const replace = (at: number, length: number, by: string) => {
    parts.push(text.slice(kept, at), by);
    kept = at + length;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (!isInString) {
      if (character === '"') isInString = true;
      else if (character === ',' && /^[\]}]$/u.test(nextSign(text, at))) replace(at, 1, '');
    } else if (character === '"') {
      if (mode === 'plain' || /^[,:\]}]?$/u.test(nextSign(text, at))) isInString = false;
      else replace(at, 1, '\\"');
    } else if (character === '\\') {
      if (VALID_ESCAPE.test(text.slice(at + 1, at + 6))) at += 1;
      else replace(at, 1, text[at + 1] === "'" ? '' : '\\\\');
    } else if (character < ' ') {
      replace(at, 1, ESCAPES[character] ?? ' ');
    }
  }
  return parts.join('') + text.slice(kept);
}

/** The next character that is no white space; '' at the end. */
function nextSign(text: string, at: number): string {
  NEXT.lastIndex = at + 1;
  return NEXT.exec(text)?.[0] ?? '';
}

/** The levels of arrays and objects in JSON. Readers of the values recurse, so the levels need a limit. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
