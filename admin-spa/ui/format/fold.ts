/** Removes case, accents, repeated spaces and kinds of apostrophes. */
export function fold(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘ʼ`´]/g, "'");
  return plain.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
