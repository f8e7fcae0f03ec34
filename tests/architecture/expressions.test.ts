import ts from 'typescript';
import { expect, test } from 'vitest';
import { growsTooFast } from './growth.ts';
import { readSources } from './sources.ts';

/** No regular expression of the server costs more than in proportion to the text that it is given. */

type Found = { file: string; expression: RegExp };

/** What these expressions are given is short, or not from a request. */
const bounded: Readonly<Record<string, string>> = {
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

/** Every character that the expression names, and one of each kind: what it may be made to look at again and again. */
function charactersOf({ source }: RegExp): string[] {
  return [...new Set([...source, ...'a1 -/é'])];
}

/** Texts that fit an expression at many places and then fail: one or two characters over and over, then a stop. */
function* attacksOn(expression: RegExp): Generator<(length: number) => string> {
  const characters = charactersOf(expression);
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

async function weaknessOf({ file, expression }: Found): Promise<string | null> {
  for (const make of attacksOn(expression)) {
    const work = (text: string) => text.replace(expression, '');
    if (await growsTooFast(make, work)) return `${file}: ${expression} on ${JSON.stringify(make(8))}`;
  }
  return null;
}

const served = Object.entries(readSources()).filter(
  ([file]) =>
    /^(api|shared\/contract)\/.*\.ts$/.test(file) &&
    !/\.test\.ts$|^api\/(demo|cli)\//.test(file) &&
    !bounded[file],
);
const expressions = served.flatMap(([file, text]) => expressionsIn(file, text));

test('every expression of the server and the contract is linear', async () => {
  expect(expressions.length).toBeGreaterThan(30);
  const weak: string[] = [];
  for (const found of expressions) {
    const weakness = await weaknessOf(found);
    if (weakness) weak.push(weakness);
  }
  expect(weak).toEqual([]);
});

test.each([
  String.raw`/(.)\/+$/`,
  String.raw`/\s*$/`,
  String.raw`/^[\d\W_]+|[\d\W_]+$/g`,
  String.raw`/(\w+\.)*\w+@/`,
  '/<[^>]*>/',
])('the quadratic %s would be found', async (text) => {
  const [found] = expressionsIn('x.ts', `const x = ${text};`);
  if (!found) throw new Error('The expression was not read.');
  expect(await weaknessOf(found)).toContain('x.ts');
});
