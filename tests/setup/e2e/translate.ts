import type { Page } from 'playwright-core';

/**
 * Does to a page what browsers do that translate it: each text moves into two `font` elements, and a text that appears
 * later does, too. The translation of a text is the text between « and ».
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untranslated = 'script, style, textarea, noscript, title, option, font, [translate="no"]';
    const wrap = (text: Text) => {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untranslated)) return;
      // Deprecated, and what browsers use.
      const font = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      const [outer, inner] = [font(), font()];
      inner.append(`«${text.data}»`);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) wrap(text);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) wrapAll(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    wrapAll(document.body);
  });
}
