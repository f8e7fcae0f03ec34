/** A text as an address that may become a link: http and https only, so that no link runs a script. Null otherwise. */
export function webAddress(text: string | null): string | null {
  try {
    const { protocol, href } = new URL(text ?? '');
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    // No address at all: it is shown as the text that it is.
    return null;
  }
}
