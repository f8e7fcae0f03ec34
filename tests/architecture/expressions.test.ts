import ts from 'typescript';
import { expect, test } from 'vitest';
import { isSuperlinear } from './growth.ts';
import { readSources } from './sources.ts';

/** Every regular expression that meets a request or a file runs in linear time. */

type Found = { file: string; expression: RegExp };

/** The input of these files is short or not from a request. */
const boundedInput: Readonly<Record<string, string>> = {
  'api/auth/passwords/common-passwords.ts': 'a password of at most 256 characters',
  'api/site/files.ts': 'files of our own build',
};

function expressionsIn(file: string, text: string): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** Every character of the expression, and one of each kind. */
function charactersIn({ source }: RegExp): string[] {
  return [...new Set([...source, ...'a1 -/é'])];
}

/** Texts that match in many places and then fail: one or two repeated characters, then a stop. */
function* attackTexts(expression: RegExp): Generator<(length: number) => string> {
  const characters = charactersIn(expression);
  for (const one of characters) {
    yield (length) => `${one.repeat(length)}\u0000`;
    yield (length) => `a${one.repeat(length)}a`;
  }
  const signs = characters.filter((character) => /[^\w\s]/.test(character));
  for (const sign of signs) {
    yield (length) => `${`a${sign}`.repeat(length / 2)}\u0000`;
    yield (length) => `${`${sign}1`.repeat(length / 2)}\u0000`;
  }
}

async function superlinearInput({ file, expression }: Found): Promise<string | null> {
  for (const make of attackTexts(expression)) {
    const work = (text: string) => text.replace(expression, '');
    if (await isSuperlinear(make, work)) return `${file}: ${expression} on ${JSON.stringify(make(8))}`;
  }
  return null;
}

const requestFiles = Object.entries(readSources()).filter(
  ([file]) =>
    /^(api|recipe-reader|shared\/contract)\/.*\.ts$/.test(file) &&
    !/\.test\.ts$|^api\/(demo|cli)\//.test(file) &&
    !boundedInput[file],
);
const expressions = requestFiles.flatMap(([file, text]) => expressionsIn(file, text));

test('every expression of the server, the reader and the contract runs in linear time', async () => {
  expect(expressions.length).toBeGreaterThan(30);
  const superlinear: string[] = [];
  for (const found of expressions) {
    const input = await superlinearInput(found);
    if (input) superlinear.push(input);
  }
  expect(superlinear).toEqual([]);
});

test.each([
  String.raw`/(.)\/+$/`,
  String.raw`/\s*$/`,
  String.raw`/^[\d\W_]+|[\d\W_]+$/g`,
  String.raw`/(\w+\.)*\w+@/`,
  '/<[^>]*>/',
])('finds the quadratic %s', async (text) => {
  const [found] = expressionsIn('x.ts', `const x = ${text};`);
  if (!found) throw new Error('The expression was not read.');
  expect(await superlinearInput(found)).toContain('x.ts');
});
