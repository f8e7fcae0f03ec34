import { jsonrepair } from 'jsonrepair';
import { MAX_JSON_DEPTH, MAX_REPAIR_LENGTH } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { toText } from './html-text.ts';
import { depthOf } from './json-depth.ts';
import { repairStrings } from './repair-strings.ts';

export type ParsedJson = { readonly value: unknown; readonly isGuessed: boolean };

const TOO_DEEP = `This data is nested more than ${MAX_JSON_DEPTH} levels deep, which no recipe needs. Export it again without the extra levels.`;
const BROKEN = 'This JSON is broken and couldn’t be repaired. Export it again, or save the web page instead.';

/** Around the JSON of a script: comments and CDATA marks, for browsers that did not know the type. */
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
