/** What a form says about an address that no mail can reach. */
export const ADDRESS_PROBLEM = 'Enter an email address, such as name@example.com.';

/** Whether there is text on both sides of an @: no more can be known without sending a mail. */
export function looksLikeAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return text.slice(0, at).trim() !== '' && text.slice(at + 1).trim() !== '' && at > 0;
}
