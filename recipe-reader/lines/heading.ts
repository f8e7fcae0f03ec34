const MAX_CHARACTERS = 100;

/** "## Sauce", "**Sauce**", "--- Sauce ---" and "[Sauce]". */
const MARKED =
  /^(?:#{1,6} (?<hash>[^#]+)#*|\*{1,3}(?<stars>[^*]+)\*{1,3}|__(?<lines>[^_]+)__|[-=–—]{2,}(?<rule>[^-=–—]+)[-=–—]{2,}|\[(?<brackets>[^[\]]{2,})\])$/u;

/** The text of a line such as "For the sauce:", "## Sauce" or "**Sauce**"; else null. */
export function readHeading(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const marked = MARKED.exec(text)?.groups;
  const inside = Object.values(marked ?? {}).find((text) => text !== undefined);
  if (inside) return removeColon(inside.trim());
  return text.endsWith(':') || text.endsWith('：') ? removeColon(text) : null;
}

/** "For the sauce" and "To serve", in the languages of European recipes. */
const FOR =
  /^(?:(?:for|für|pour|para|per|voor|till?|na|pro|dla|do|za|για|для)(?: [\p{L}'’&()-]+){1,6}|to (?:serve|garnish|finish|decorate|assemble)|(?:zum|zur) \p{Lu}\p{L}+|außerdem)(?: ?[–—-])?$/iu;

/** Also without a colon: "For the sauce". A line with a number or a comma is an ingredient. */
export function readIngredientHeading(text: string): string | null {
  return readHeading(text) ?? (text.length <= MAX_CHARACTERS && FOR.test(text) ? removeColon(text) : null);
}

function removeColon(text: string): string {
  return text.replace(/ ?(?:[:：]| [–—-])$/u, '');
}
