import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** Every regular expression that reads what a request or a file brings runs in linear time: recheck decides. */

/** recheck's engine as a program takes a third of the time of the one in JavaScript, which every machine has. */
const program = `recheck-${process.platform === 'darwin' ? 'macos' : process.platform}-${process.arch}`;
process.env.RECHECK_BACKEND = isInstalled(program) ? 'native' : 'pure';

function isInstalled(name: string): boolean {
  return existsSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
}

const options = {
  // Milliseconds. Past them recheck answers `unknown`, which fails here.
  timeout: 120_000,
  // An attack ends after a number of steps, not after a time: a busy machine gives the same answer.
  attackLimit: 10_000_000,
  attackTimeout: null,
  incubationTimeout: null,
};

/** These are quadratic, or recheck can't decide them. Each has a reason why it can't keep the server busy. */
const accepted: readonly { place: string; why: string }[] = [
  {
    place: String.raw`api/auth/password-rules.ts: /^[\d\W_]+|[\d\W_]+$/g`,
    why: 'Quadratic, but a password has at most 256 characters.',
  },
  {
    place: 'api/mail/render.ts: /(.{1,72})(?: |$)/g',
    why: 'Unknown after half a minute. No match tries more than 72 characters, and an email is short.',
  },
];

function expressionsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** What is wrong with the expression; null if it is safe. */
async function faultOf(literal: string): Promise<string | null> {
  const end = literal.lastIndexOf('/');
  const result = await check(literal.slice(1, end), literal.slice(end + 1), options);
  // Its work is synchronous: the runner would take a long silence for a crash.
  await setImmediate();
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
  return `${result.complexity.summary} on ${result.attack.pattern}`;
}

const places = Object.entries(readSources())
  .filter(
    ([file]) =>
      /^(api|shared\/contract|recipe-reader)\/.*\.ts$/.test(file) &&
      !/\.test\.ts$|^api\/(demo|cli)\//.test(file),
  )
  .flatMap(([file, text]) =>
    expressionsIn(file, text).map((literal) => ({ place: `${file}: ${literal}`, literal })),
  );

test('every expression of the server, the reader and the contract runs in linear time', {
  timeout: 900_000,
}, async () => {
  expect(places.length).toBeGreaterThan(200);
  const faults: string[] = [];
  const checked = new Set<string>();
  for (const { place, literal } of places) {
    if (accepted.some((one) => one.place === place) || checked.has(literal)) continue;
    checked.add(literal);
    const fault = await faultOf(literal);
    if (fault !== null) faults.push(`${place}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('every accepted expression is still there', () => {
  const written = places.map(({ place }) => place);
  expect(accepted.filter(({ place }) => !written.includes(place))).toEqual([]);
});

test.each([
  String.raw`/(.)\/+$/`,
  String.raw`/\s*$/`,
  String.raw`/^[\d\W_]+|[\d\W_]+$/g`,
  String.raw`/(\w+\.)*\w+@/`,
  '/<[^>]*>/',
  '/%.*$/',
])('finds the quadratic %s', async (literal) => {
  expect(await faultOf(literal)).toContain('polynomial');
});
