import ts from 'typescript';

const INLINE = /^(a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time|Link)$/;

type Parent = ts.JsxElement | ts.JsxFragment;

/** Elements that begin a text of their own, such as paragraphs and buttons. */
export function isBlock(node: ts.JsxElement): boolean {
  return !INLINE.test(node.openingElement.tagName.getText());
}

/** The texts that stand directly in an element: one for each run between its blocks. */
export function textOfElement(element: Parent): string[] {
  const texts = [''];
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  const collect = (parent: Parent): void => {
    for (const child of parent.children) {
      if (ts.isJsxText(child)) add(textOfJsx(child.text));
      else if (ts.isJsxExpression(child)) add(textOfExpression(child.expression));
      else if (ts.isJsxElement(child) && !isBlock(child)) collect(child);
      else texts.push('');
    }
  };
  collect(element);
  return texts;
}

/** As React does: line breaks with their indentation vanish at the ends and are a space between words. */
function textOfJsx(text: string): string {
  return text
    .replace(/^\s*\n\s*/, '')
    .replace(/\s*\n\s*$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}

function textOfExpression(expression: ts.Expression | undefined): string {
  if (!expression) return '';
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression)) return textOfTemplate(expression);
  return '…';
}

/** `…` stands for a value. */
export function textOfTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => `…${literal.text}`)].join('');
}
