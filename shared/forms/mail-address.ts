export const ADDRESS_PROBLEM = 'Enter an email address, such as name@example.com.';

/** Checks only for text on both sides of an @: only a mail can prove more. */
export function looksLikeAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return text.slice(0, at).trim() !== '' && text.slice(at + 1).trim() !== '' && at > 0;
}
