export const INVALID_EMAIL = 'Enter an email address, such as name@example.com.';

/** Checks only for text on both sides of an @: only a mail can prove more. */
export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return text.slice(0, at).trim() !== '' && text.slice(at + 1).trim() !== '' && at > 0;
}
