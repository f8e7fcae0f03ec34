import { expect, test } from 'vitest';
import { projectFiles, readSources } from './sources.ts';

test('shared/ holds its four folders and no other file', () => {
  const inside = projectFiles().filter((file) => file.startsWith('shared/'));
  const places = new Set(inside.map((file) => file.split('/').slice(1, -1)[0] ?? file));
  expect([...places].sort()).toEqual(['brand', 'client', 'contract', 'forms']);
});

test('every suppressed lint rule has a reason', () => {
  const withoutReason = Object.entries(readSources()).flatMap(([file, text]) =>
    [...text.matchAll(/(biome-ignore[^\n]*|@ts-(?:ignore|expect-error|nocheck)[^\n]*)/g)]
      .filter(([line]) => !/biome-ignore \S+: \S+ \S+/.test(line ?? ''))
      .map(([line]) => `${file}: ${line}`)
      .filter(() => !file.startsWith('tests/architecture/')),
  );
  expect(withoutReason).toEqual([]);
});

/** A comment is a sentence or names a thing; "Of every page." and "Whose check it is." are neither. */
const FRAGMENT = /(?:\/\*+|\/\/|<!--|^[ \t]*\*)\s*(?:Of|Whose)\b[^\n]*/gm;

test('no comment begins with "Of" or "Whose"', () => {
  const found = Object.entries(readSources()).flatMap(([file, text]) =>
    [...text.matchAll(FRAGMENT)].map(([comment]) => `${file}: ${comment}`),
  );
  expect(found).toEqual([]);
});

test.each(['/**', '//', '/**\n *', '<!--'])('a comment that begins with %j is read', (start) => {
  expect(`${start} Of every page.`).toMatch(FRAGMENT);
});
