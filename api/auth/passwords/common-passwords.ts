import { dictionary } from '@zxcvbn-ts/language-common';
import { normalisePassword } from './normalise-password.ts';

/** 49,000 passwords of published leaks, the most common first. 18,000 have the minimum length. */
const leakedPasswords = dictionary['passwords-common'];
const leakedSet = new Set(leakedPasswords);
/** Also refused with digits and symbols around them. */
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

/** Also finds leetspeak, added digits and symbols, keyboard rows, repetitions and the name of the product. */
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
