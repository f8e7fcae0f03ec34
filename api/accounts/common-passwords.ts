/**
 * The most common passwords in published leaks, and words of our own trade, without what the rules below already
 * catch: keys in a row, one thing over and over. Shorter words count with digits and signs around them.
 */
// biome-ignore format: a list to look through, not a program
const common = new Set([
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'pa$$word', 'pa55word', 'passwort', 'motdepasse', 'contrasena',
  '11223344', '12344321', '147258369', '789456123', '123654789', '741852963', '10203040', '55555555', '31415926',
  'mypassword', 'yourpassword', 'thepassword', 'newpassword', 'passpass', 'passphrase', 'letmein', 'letmeinnow',
  'iloveyou', 'iloveyousomuch', 'iloveme', 'ilovegod', 'loveyou', 'lovelove', 'babygirl', 'princess', 'sunshine', 'sweetheart',
  'football', 'baseball', 'basketball', 'softball', 'volleyball', 'superman', 'batman', 'spiderman', 'starwars', 'pokemon',
  'whatever', 'trustno', 'welcome', 'welcomeback', 'monkey', 'dragon', 'michael', 'michelle', 'jennifer', 'jonathan',
  'charlie', 'jordan', 'alexander', 'elizabeth', 'christian', 'nicholas', 'benjamin', 'samantha', 'stephanie', 'victoria',
  'butterfly', 'chocolate', 'computer', 'internet', 'facebook', 'instagram', 'google', 'microsoft', 'samsung', 'liverpool',
  'chelsea', 'arsenal', 'barcelona', 'realmadrid', 'manchester', 'juventus', 'mercedes', 'ferrari', 'corvette', 'mustang',
  'midnight', 'blessed', 'jesuschrist', 'christmas', 'december', 'november', 'october', 'september', 'february', 'january',
  'summer', 'winter', 'spring', 'autumn', 'monday', 'friday', 'saturday', 'sunday', 'weekend', 'holiday',
  'admin', 'administrator', 'root', 'master', 'changeme', 'changeit', 'default', 'secret', 'topsecret', 'security',
  'testing', 'testtest', 'testuser', 'test', 'guest', 'user', 'username', 'login', 'access', 'hello', 'helloworld',
  'qwerty', 'qwertyuiop', 'qwertyui', 'asdfghjkl', 'asdfghjk', 'zxcvbnm', 'qwertz', 'qwertzuiop', 'azerty', 'azertyuiop',
  'qazwsxedc', 'qazwsx', 'zaqwsx', 'zaqxsw', 'zaqxswcde', 'qweasd', 'qweasdzxc', 'asdasd', 'asdfasdf', 'qweqwe', 'zxczxc',
  'abcd', 'abcabc', 'abcdefgh', 'aaaaaaaa', 'killer', 'shadow', 'jessica', 'daniel', 'ashley', 'andrew', 'matthew',
  'hunter', 'ranger', 'soccer', 'hockey', 'cookie', 'cheese', 'pepper', 'ginger', 'banana', 'orange', 'purple', 'yellow',
  'freedom', 'nothing', 'nopassword', 'number', 'forever', 'friends', 'family', 'mylove', 'myspace', 'snoopy', 'garfield',
  'einstein', 'phoenix', 'maverick', 'thunder', 'lightning', 'cowboys', 'steelers', 'yankees', 'lakers', 'eagles',
  'correcthorsebatterystaple', 'opensesame', 'abracadabra', 'kitchen', 'recipe', 'recipes', 'cooking', 'mealplan', 'dinner',
]);

/** What people put before and after a word to please rules about characters. */
const TRIMMINGS = /^[\d\W_]+|[\d\W_]+$/g;
/** Letters as they are disguised. */
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
  '9876543210',
  'qwertyuiop',
  'asdfghjkl',
  '1qaz2wsx3edc4rfv',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];

/** Whether a password is one of the most common ones, also disguised or decorated, or the product's own name. */
export function isCommonPassword(password: string, productName: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim();
  const bare = text.replace(TRIMMINGS, '');
  const words = [text, bare, undisguised(text), undisguised(bare)];
  const names = new Set([productName.toLowerCase(), productName.toLowerCase().repeat(2)]);
  if (words.some((word) => common.has(word) || names.has(word))) return true;
  return isRepeated(text) || ROWS.some((row) => row.includes(text));
}

function undisguised(text: string): string {
  return [...text].map((letter) => DISGUISES[letter] ?? letter).join('');
}

/** One short piece over and over. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.?$/su.test(text);
}
