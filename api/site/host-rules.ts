import { parse } from 'regexparam';

/** The file of the export that holds the rules of hosts, under a name that no address can have. */
export const HOST_RULES = '_redirects';

/** What is answered at every address of a pattern: another address's file (200), or a redirect to it (302). */
export type HostRule = { readonly pattern: RegExp; readonly to: string; readonly status: number };

/** The rules in the text of that file, in order. */
export function hostRulesIn(text: string): readonly HostRule[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [from = '', to = '', status] = line.split(' ');
    // Addresses are told apart by case, as files are.
    return { pattern: new RegExp(parse(from).pattern.source), to, status: Number(status) };
  });
}

/** Where the first rule of this status that fits an address leads; null where none fits. */
export function targetOf(rules: readonly HostRule[], address: string, status: 200 | 302): string | null {
  return rules.find((rule) => rule.status === status && rule.pattern.test(address))?.to ?? null;
}
