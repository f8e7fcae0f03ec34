import { dictionary } from '@zxcvbn-ts/language-common';
import { normalised } from './normal-form.ts';

/** The 49,000 most common passwords of published leaks, the most common first; 18,000 are long enough to be chosen. */
const leaked = dictionary['passwords-common'];
const all = new Set(leaked);
/** So common that a digit or a sign around them makes no difference. */
const first = new Set(leaked.slice(0, 10_000));

/** What the list lacks: other languages, phrases, and words of cooking. */
// biome-ignore format: a list to look through, not a program
const ours = new Set([
  'passphrase', 'nopassword', 'mypassword', 'yourpassword', 'thepassword', 'newpassword', 'motdepasse', 'passwort',
  'contrasena', 'contraseña', 'wachtwoord', 'administrator', 'changeit', 'letmeinnow', 'iloveyousomuch', 'helloworld',
  'welcomeback', 'opensesame', 'abracadabra', 'correcthorsebatterystaple', 'summer', 'winter', 'spring', 'autumn',
  'january', 'february', 'september', 'october', 'november', 'december', 'monday', 'friday', 'saturday', 'sunday',
  'qwertzuiop', 'azertyuiop', 'zaqxswcde', 'kitchen', 'recipe', 'recipes', 'cooking', 'mealplan', 'dinner',
]);

/** What people add before and after a word to satisfy rules about characters. */
const TRIMMINGS = /^[\d\W_]+|[\d\W_]+$/g;
/** Characters that people write instead of letters. */
const DISGUISES: Readonly<Record<string, string>> = {
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
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '09876543210',
  'qwertyuiop',
  'asdfghjkl',
  '1qaz2wsx3edc4rfv',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];

/** Whether a password is one of the most common ones, also disguised or decorated, or the product's own name. */
export function isCommonPassword(password: string, productName: string): boolean {
  const text = normalised(password).toLowerCase().trim();
  const bare = text.replace(TRIMMINGS, '');
  const names = new Set([productName.toLowerCase(), productName.toLowerCase().repeat(2)]);
  const isKnown = (word: string) => first.has(word) || ours.has(word) || names.has(word);
  if ([text, undisguised(text)].some((word) => all.has(word) || isKnown(word))) return true;
  if ([bare, undisguised(bare)].some(isKnown)) return true;
  return isRepeated(text) || ROWS.some((row) => row.includes(text));
}

function undisguised(text: string): string {
  return [...text].map((letter) => DISGUISES[letter] ?? letter).join('');
}

/** One short piece over and over. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.?$/su.test(text);
}
