/** Returns null unless it is http or https, so that no link runs a script. */
export function webAddress(text: string | null): string | null {
  try {
    const { protocol, href } = new URL(text ?? '');
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    // What is no URL is shown as text.
    return null;
  }
}
