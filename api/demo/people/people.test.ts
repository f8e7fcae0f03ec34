import { expect, test } from 'vitest';
import { addMonths } from '../calendar.ts';
import { mulberry32 } from '../random.ts';
import { latinPools, otherPools, rareNames } from './names.ts';
import { makePeople, toAscii } from './people.ts';

const now = new Date('2026-11-20T09:30:00Z');
const make = (seed: number, count = 250) => [...makePeople(mulberry32(seed), now, { count })];

const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
];
const FICTIONAL =
  /^(\+1 \d{3} 555 01\d\d|\+44 (7700 900|20 7946 0|161 496 0|131 496 0)\d{3}|\+353 20 91\d \d{4}|\+61 (491 570 (006|156|737)|2 5550 \d{4}|3 7010 \d{4})|\+33 (6 39 98|1 99 00) \d\d \d\d|\+49 (30 23125|89 99998) \d{3}|\+46 (70 174 06 1\d|8 465 004 \d\d))$/;

test('the same seed, moment and number make the same people; another seed makes others', () => {
  expect(make(1)).toEqual(make(1));
  expect(make(2)).not.toEqual(make(1));
});

test('names come in every script, the rare ones among them', () => {
  const people = make(3);
  const text = people.map((person) => `${person.first_name} ${person.last_name}`).join('\n');
  for (const script of SCRIPTS) expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  for (const [first, last] of rareNames) expect(text).toContain(`${first} ${last}`);
  for (const person of people) {
    expect(person.first_name).toMatch(/^\S(.*\S)?$/u);
    expect(person.last_name).toMatch(/^\S(.*\S)?$/u);
  }
});

test('every spelling outside the Latin script is given in ascii', () => {
  for (const { given, family } of otherPools) {
    for (const ascii of [...Object.values(given), ...Object.values(family)])
      expect(ascii).toMatch(/^[a-z-]+$/);
  }
  for (const { given, family } of latinPools) {
    for (const name of [...Object.values(given), ...Object.values(family)]) {
      expect(toAscii(name).length, name).toBeGreaterThanOrEqual(name.replace(/[^\p{L}]/gu, '').length);
    }
  }
});

test('email addresses are plausible, at reserved domains and unique, also among many', () => {
  const emails = make(4, 20_000).map((person) => person.email);
  expect(new Set(emails).size).toBe(emails.length);
  for (const email of emails) {
    expect(email).toMatch(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*@example\.(com|org|net)$/);
  }
});

test('phone numbers come from ranges kept for fiction, and some people gave none', () => {
  const phones = make(5, 2_000).map((person) => person.phone);
  expect(phones).toContain(null);
  for (const phone of phones) if (phone !== null) expect(phone).toMatch(FICTIONAL);
});

test.each([1, 2, 3, 4, 5])('every status and every onboarding status occurs (seed %i)', (seed) => {
  const people = make(seed);
  const count = (status: string) => people.filter((person) => person.status === status).length;
  expect([count('active'), count('suspended'), count('deleted')]).toEqual([230, 15, 5]);
  expect(new Set(people.map((person) => person.onboarding_status))).toEqual(
    new Set(['completed', 'in_progress', 'not_started']),
  );
  expect(people.some((person) => !person.is_email_verified)).toBe(true);
  for (const person of people) {
    if (person.onboarding_status === 'completed') expect(person.is_email_verified).toBe(true);
  }
});

test('people come in order over 24 months, more in the second year, and change after they came', () => {
  const people = make(6);
  const times = people.map((person) => person.created_at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const yearAgo = addMonths(now, -12).getTime();
  expect(times.filter((time) => time >= yearAgo).length).toBeGreaterThan(125);
  for (const { created_at, updated_at } of people) {
    expect(created_at.getTime()).toBeGreaterThanOrEqual(addMonths(now, -24).getTime());
    expect(updated_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
    expect(updated_at.getTime()).toBeLessThanOrEqual(now.getTime());
  }
});
