import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';
import { projectFiles, root } from '#tests/architecture/sources.ts';
import { isBlock, textOfElement, textOfTemplate } from './jsx.ts';

/** A text that a person may read, and where it is written. `…` stands for a value. */
export type Text = {
  file: string;
  /** 0 on a page. */
  line: number;
  text: string;
  /** Said to a user, an administrator or an operator; not the log, a fault in the code, or a binding text. */
  isTalk: boolean;
};

/** What code writes: SQL, class names, keys. No person reads it. */
const SILENT_FILES =
  /\.test\.tsx?$|\.d\.ts$|^api\/(db|site)\/|^recipe-reader\/lines\/|\/(migrations|schema)\/|^shared\/brand\/(tokens|custom-properties)/;
const SILENT_ATTRIBUTES =
  /^(class|className|d|id|key|viewBox|href|src|type|name|autoComplete|inputMode|rel|sizes|style|form|htmlFor|method|scope|role|transform|points|fill|accept)$/;
const SILENT_CALLS =
  /^(sql|querySelector|querySelectorAll|matches|closest|createElement|test|import|matchMedia)$/;
const SILENT_TEXT =
  /^\s*(select|insert|update|delete|create|alter|drop|with|set|from|where|order by|coalesce|case|copy|analyze|lock|distinct|on conflict|begin|values|exists)\b[^.!?]*$|[{};=<>]\s|=>|--\w|::|^[a-z-]+(-[a-z]+)+( |$)|^@|\brgb|max-age|charset=|<svg|system-ui/;

/** Every text in the code of the product and in the recipes of its demo, in the order of the files. */
export function textsInCode(): Text[] {
  return projectFiles()
    .filter((file) => /^(admin-spa|api|recipe-reader|shared|src)\/.*\.(tsx?|mjs|json)$/.test(file))
    .filter((file) => !SILENT_FILES.test(file))
    .flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')));
}

/** Only two words in a row make a text, except on screens, where one word names a button or a column. */
function isText(text: string, file: string): boolean {
  if (SILENT_TEXT.test(text)) return false;
  if (/\p{L}{2,}[,:;]? (\p{L}|…|“|\d)/u.test(text)) return true;
  return /^(admin-spa|shared\/forms|src\/islands)\//.test(file) && /^\p{Lu}\p{Ll}{2,}(…|\.{3})?$/u.test(text);
}

const scriptKinds: Readonly<Record<string, ts.ScriptKind>> = {
  '.tsx': ts.ScriptKind.TSX,
  '.ts': ts.ScriptKind.TS,
  '.mjs': ts.ScriptKind.JS,
  '.json': ts.ScriptKind.JSON,
};

function textsIn(file: string, code: string): Text[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, scriptKinds[extname(file)]);
  const texts: Text[] = [];
  const add = (node: ts.Node, text: string) => {
    // Not two spaces: the specification has a text with them.
    const oneLine = text.replaceAll(/\s*\n\s*/g, ' ').trim();
    if (!isText(oneLine, file)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    texts.push({ file, line, text: oneLine, isTalk: /^\P{L}*\p{Lu}/u.test(oneLine) && !isFault(node) });
  };
  const visit = (node: ts.Node): void => {
    if (isSilent(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (!isInsideText(node)) for (const text of textOfElement(node)) add(node, text);
    } else if (ts.isStringLiteralLike(node)) {
      if (!isShownByElement(node)) add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      if (!isShownByElement(node)) add(node, textOfTemplate(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function isSilent(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isTaggedTemplateExpression(node)) return true;
  if (ts.isJsxAttribute(node)) return SILENT_ATTRIBUTES.test(node.name.getText());
  if (!ts.isCallExpression(node)) return false;
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return SILENT_CALLS.test(called.getText());
}

/** `throw new Error` says that the code is wrong. */
function isFault({ parent }: ts.Node): boolean {
  return ts.isNewExpression(parent) && parent.expression.getText() === 'Error';
}

/** `Hello {name}` is one text, and so is what its inline elements hold. */
function isInsideText(node: ts.Node): boolean {
  return (
    ts.isJsxElement(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) && !isBlock(node)
  );
}

function isShownByElement({ parent }: ts.Node): boolean {
  return ts.isJsxExpression(parent) && (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent));
}
