const MAX_CHARACTERS = 100;

/** The text of a line such as "For the sauce:", "## Sauce" or "**Sauce**"; else null. */
export function readHeading(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const marked = /^(?:#{1,6} (?<hash>[^#]+)|\*\*(?<stars>[^*]+)\*\*|__(?<lines>[^_]+)__)$/u.exec(
    text,
  )?.groups;
  const inside = marked?.hash ?? marked?.stars ?? marked?.lines;
  if (inside) return removeColon(inside.trim());
  return text.endsWith(':') || text.endsWith('：') ? removeColon(text) : null;
}

const FOR = /^(?:for|für|pour)(?: [\p{L}'’&-]+){1,6}$/iu;

/** Also without a colon: "For the sauce". A line with a number or a comma is an ingredient. */
export function readIngredientHeading(text: string): string | null {
  return readHeading(text) ?? (text.length <= MAX_CHARACTERS && FOR.test(text) ? text : null);
}

function removeColon(text: string): string {
  return /[:：]$/u.test(text) ? text.slice(0, -1).trimEnd() : text;
}
