const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

/**
 * The letters and digits of a text, to compare it: without case, accents, ligatures, hyphens, quotes and invisible characters.
 * Vowels of Indian scripts, which are marks, stay.
 */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœþøłđ]/gu, (letter) => ligatures[letter] ?? letter)
    .replaceAll(/[\u0300-\u036F]|[^\p{L}\p{M}\p{N}]+|\p{Default_Ignorable_Code_Point}/gu, '');
}
