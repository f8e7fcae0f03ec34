/** The breakpoints of the specification, section 9. */
const breakpoints = [576, 768, 992, 1200, 1400];

/** Both sides of every breakpoint, and the narrowest and the widest screen. */
export const breakpointWidths: readonly number[] = [
  320,
  1500,
  ...breakpoints.flatMap((point) => [point - 1, point, point + 1]),
];

/** Steps of 20 pixels, and both sides of every breakpoint. */
export const widths: readonly number[] = [
  ...new Set([...Array.from({ length: 61 }, (_, step) => 300 + 20 * step), ...breakpointWidths]),
].sort((one, other) => one - other);

export type Values = 'demo' | 'long' | 'unbroken';

/**
 * Returns an answer unchanged, with long user texts, or with words of 60 letters. Runs in the browser, so it is one
 * function.
 */
export function lengthen(values: Values, value: unknown, key = ''): unknown {
  const userTexts =
    /^(first_name|last_name|email|phone|title|name|description|plan|by|from|to|cuisine|steps|error_message|product_id|meal_types|\w+_tags|cookingMethod|unit_type)$/;
  if (values === 'demo') return value;
  if (Array.isArray(value)) return value.map((item) => lengthen(values, item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, lengthen(values, item, name)]),
    );
  }
  if (typeof value !== 'string' || !userTexts.test(key)) return value;
  if (values === 'long' && key === 'unit_type') return value;
  // What gives access, and no person's name.
  if (key === 'by' && ['subscription', 'courtesy'].includes(value)) return value;
  if (values === 'unbroken') return key === 'email' ? `${'m'.repeat(50)}@example.com` : 'n'.repeat(60);
  if (key === 'phone') return `${value} extension 12345`;
  if (key === 'email')
    return `a.very.long.mailbox.name.of.many.parts.${value.replace('@', '@mail.department.')}`;
  return `${value} with everything that grows in the Razafindrakotoarimanana garden in late August`;
}

/**
 * Horizontal scrolling, and words that break although they would fit on one line. In a table the line is the row's:
 * columns fit words of 23 characters and, from 768 pixels, addresses of 33, the longest common ones. Runs in the
 * browser, so it is one function.
 */
export function layoutDefects(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const { tagName, className, textContent } = wide.at(-1) ?? document.body;
    found.push(
      `scrolls sideways by ${scrollWidth - clientWidth}: ${tagName}.${className} ${textContent?.slice(0, 30)}`,
    );
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    // Most texts are one line, in which no word is broken.
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2) continue;
    const parent = text.parentElement;
    if (!parent?.checkVisibility() || parent.closest('script, style, noscript, .visually-hidden')) continue;
    const cell = parent.closest('th, td');
    const inColumns = cell && getComputedStyle(cell).display === 'table-cell';
    const around = inColumns ? cell.closest('tr') : parent.closest('li, th, td, h1, h2, h3, p, fieldset, dl');
    if (!around) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\s\u200b-]{3,33}(?![^\s-])/gu)) {
      if (index > 0 && !/[\s-]/.test(text.data[index - 1] ?? '')) continue;
      if (word.length > 23 && !(word.includes('@') && innerWidth >= 768)) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size < 2) continue;
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      const { paddingLeft, paddingRight } = getComputedStyle(around);
      const room = around.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (width <= room) found.push(`"${word}" is broken in ${parent.tagName}.${parent.className}`);
    }
  }
  return [...new Set(found)].slice(0, 5);
}
