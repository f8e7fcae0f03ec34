export function preventWidow(text: string): string {
  return text.replace(/ (\S+)$/, '\u00a0$1');
}
