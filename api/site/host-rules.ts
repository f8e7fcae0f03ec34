import { parse } from 'regexparam';

/** No address equals this name. */
export const HOST_RULES = '_redirects';

/** `status` 200 serves the file at `to`, 302 redirects to it. */
export type HostRule = { readonly pattern: RegExp; readonly to: string; readonly status: number };

export function parseHostRules(text: string): readonly HostRule[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [from = '', to = '', status] = line.split(' ');
    // Paths are case-sensitive like files.
    return { pattern: new RegExp(parse(from).pattern.source), to, status: Number(status) };
  });
}

/** The first matching rule decides; null if none matches. */
export function findTarget(rules: readonly HostRule[], address: string, status: 200 | 302): string | null {
  return rules.find((rule) => rule.status === status && rule.pattern.test(address))?.to ?? null;
}
