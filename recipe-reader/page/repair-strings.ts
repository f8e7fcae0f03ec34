const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const VALID_ESCAPE = /^(?:["\\/bfnrt]|u[\da-f]{4})/iu;
const NEXT = /\S/gu;

/**
 * JSON as templates print it: line breaks, tabs and wrong escapes inside texts, commas before a closing bracket. With
 * 'quotes', a quotation mark ends a text only before a comma, colon, bracket or the end.
 */
export function repairStrings(text: string, mode: 'plain' | 'quotes'): string {
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
