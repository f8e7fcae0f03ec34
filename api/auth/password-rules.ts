import { dictionary } from '@zxcvbn-ts/language-common';
import { product } from '#brand/product.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/messages.ts';

const MAX_LENGTH = 256;

/** A message for the owner, or null. Length and a list, as NIST SP 800-63B requires; no rules about characters. */
export function findPasswordProblem(password: string): string | null {
  const problem = findLengthProblem(password);
  if (problem) return problem;
  if (isCommonPassword(password, product.name)) {
    return 'This password is easy to guess. Please choose a different one';
  }
  return null;
}

export function findLengthProblem(password: string): string | null {
  const tooLong = `The password can have at most ${MAX_LENGTH} characters`;
  if (isTooLong(password)) return tooLong;
  const length = [...normalisePassword(password)].length;
  // The length is checked before normalising too: one character may normalise to eighteen.
  if (Math.min(length, [...password].length) < PASSWORD_MIN_LENGTH)
    return `The password must have at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return tooLong;
  return null;
}

/** NFKC takes quadratic time in a run of combining marks. */
const MAX_CODE_UNITS = 2_048;

export function isTooLong(password: string): boolean {
  return password.length > MAX_CODE_UNITS;
}

/** Passwords are compared in Unicode NFKC (NIST SP 800-63B). Throws RangeError. */
export function normalisePassword(password: string): string {
  if (isTooLong(password)) throw new RangeError('The password is too long to be normalized.');
  return password.normalize('NFKC');
}

/** 49,000 passwords of published leaks, the most common first. 18,000 have the minimum length. */
const leakedPasswords = dictionary['passwords-common'];
const leakedSet = new Set(leakedPasswords);
/** They are refused with digits and symbols around them, too. */
const mostCommon = new Set(leakedPasswords.slice(0, 10_000));

/** Other languages, phrases and cooking terms, which the list lacks. */
// biome-ignore format: a word list stays compact
const additions = new Set([
  'passphrase', 'nopassword', 'mypassword', 'yourpassword', 'thepassword', 'newpassword', 'motdepasse', 'passwort',
  'contrasena', 'contraseña', 'wachtwoord', 'administrator', 'changeit', 'letmeinnow', 'iloveyousomuch', 'helloworld',
  'welcomeback', 'opensesame', 'abracadabra', 'correcthorsebatterystaple', 'summer', 'winter', 'spring', 'autumn',
  'january', 'february', 'september', 'october', 'november', 'december', 'monday', 'friday', 'saturday', 'sunday',
  'qwertzuiop', 'azertyuiop', 'zaqxswcde', 'kitchen', 'recipe', 'recipes', 'cooking', 'mealplan', 'dinner',
]);

/** Digits and symbols around a word. */
const AFFIXES = /^[\d\W_]+|[\d\W_]+$/g;
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const KEY_SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '09876543210',
  'qwertyuiop',
  'asdfghjkl',
  '1qaz2wsx3edc4rfv',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];

/** It also finds leetspeak, added digits and symbols, keyboard rows, repetitions and the name of the product. */
export function isCommonPassword(password: string, productName: string): boolean {
  const lowerCase = normalisePassword(password).toLowerCase().trim();
  const stripped = lowerCase.replace(AFFIXES, '');
  const names = new Set([productName.toLowerCase(), productName.toLowerCase().repeat(2)]);
  const isKnown = (word: string) => mostCommon.has(word) || additions.has(word) || names.has(word);
  if ([lowerCase, undoLeet(lowerCase)].some((word) => leakedSet.has(word) || isKnown(word))) return true;
  if ([stripped, undoLeet(stripped)].some(isKnown)) return true;
  return isRepeated(lowerCase) || KEY_SEQUENCES.some((row) => row.includes(lowerCase));
}

function undoLeet(text: string): string {
  return [...text].map((letter) => LEET_LETTERS[letter] ?? letter).join('');
}

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.?$/su.test(text);
}
