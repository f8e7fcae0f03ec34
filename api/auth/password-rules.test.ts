import { randomUUID } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { product } from '#brand/product.ts';
import { findPasswordProblem } from './password-rules.ts';

test.each([
  'password',
  'PASSWORD',
  'Passw0rd!',
  'p@$$word1',
  '12345678',
  '1234567890',
  '87654321',
  'qwertyuiop',
  'Qwerty123!',
  'aaaaaaaaaaaa',
  'abcabcabc',
  '12121212',
  'iloveyou2',
  'Summer2026!',
  'administrator',
  'letmein!!',
  '1q2w3e4r',
  product.name,
  `${product.name}1!`,
  'ｐａｓｓｗｏｒｄ',
  'zaq12wsx',
  'qwer1234',
  'asdf1234',
  'abc12345',
  'a1b2c3d4',
  'aa123456',
  '1qazxsw2',
  '0987654321',
  '147852369',
  'metallica',
  'minecraft',
  'contraseña',
])('%s is refused as common', (password) => {
  expect(findPasswordProblem(password)).toMatch(/easy to guess/);
});

test.each([
  randomUUID(),
  'correct horse battery staple',
  'eight ch',
  'früh am Morgen',
  '密码不容易猜到的一句',
  '🥕🥕🍅🥔🧅🧄🌽🥦',
  'x'.repeat(3) + 'yz'.repeat(120),
])('%s is accepted', (password) => {
  expect(findPasswordProblem(password)).toBeNull();
});

test('the 3,000 most common passwords that are long enough are refused, as ASVS 5 (6.2.4) requires', () => {
  const common = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3_000);
  expect(common).toHaveLength(3_000);
  expect(common.filter((password) => findPasswordProblem(password) === null)).toEqual([]);
});

test('a ligature counts as one character', () => {
  expect(findPasswordProblem('ﷺ')).toMatch(/at least 8/);
});

test('the length counts characters, not bytes or code units', () => {
  expect(findPasswordProblem('🥕🍅🥔🧅🧄🌽🥦')).toMatch(/at least 8/);
  const ideographs = (count: number) =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(0x20000 + index)).join('');
  expect(findPasswordProblem(ideographs(256))).toBeNull();
  expect(findPasswordProblem(ideographs(257))).toMatch(/at most 256/);
});
