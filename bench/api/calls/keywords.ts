import { latinPools, type Names, otherPools } from '#api/demo/people/names.ts';
import { toAscii } from '#api/demo/people/people.ts';
import { pick } from '../samples.ts';

/**
 * Keywords of each kind, by turn: another one each time, because a server remembers a large count for a minute. There are
 * too few of the last two kinds for that.
 */

const listNames = (names: Names): readonly string[] =>
  Array.isArray(names) ? names : Object.keys(names as Readonly<Record<string, string>>);
const latin = latinPools.flatMap(({ given }) => listNames(given));
const other = otherPools.flatMap(({ given, family }) => [...listNames(given), ...listNames(family)]);
const written = (script: RegExp) => other.filter((name) => script.test(name));
const beginnings = (length: number) => [
  ...new Set(latin.map((name) => toAscii(name).slice(0, length)).filter((text) => text.length === length)),
];

const han = written(/^\p{Script=Han}+$/u);
const lists = {
  'one letter': [...'aeinorstlmkubdghcyzfpvwjxq'],
  'two letters': beginnings(2),
  'three letters': beginnings(3),
  'a first name': latin.filter((name) => toAscii(name) === name.toLowerCase()),
  'an accented name': latin.filter((name) => toAscii(name) !== name.toLowerCase()),
  Arabic: written(/\p{Script=Arabic}/u),
  Cyrillic: written(/\p{Script=Cyrillic}/u),
  'one Chinese character': [...new Set(han.flatMap((name) => [...name]))],
  'two Chinese characters': han.filter((name) => name.length === 2),
  'a domain': ['example.com', '@example.org', 'example.net', '@example.com', 'example.org', '@example.net'],
} as const;

export type KeywordKind = keyof typeof lists;
export const keywordKinds = Object.keys(lists) as KeywordKind[];

export const getKeyword = (kind: KeywordKind, turn: number): string => pick(lists[kind], turn);

/** In no name, title or address. */
export const getAbsentKeyword = (turn: number): string => `zqx${turn}wvj`;
