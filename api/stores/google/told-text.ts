/** What a changed app may set to anything, as to a NUL, which PostgreSQL cannot store; null if it is not printable. */
export function toPrintable(text: string | null | undefined): string | null {
  return text && /^[\x20-\x7e]{1,200}$/.test(text) ? text : null;
}

/** The account of our app, as Google calls it: obfuscated. */
export function toAccountToken(obfuscatedId: string | null | undefined): string | null {
  return toPrintable(obfuscatedId)?.toLowerCase() ?? null;
}
