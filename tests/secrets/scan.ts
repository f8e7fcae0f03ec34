import type { Evidence, SecretSort } from './evidence.ts';

export type Finding = { sort: SecretSort | 'person'; kind: Evidence['kind']; where: string };

/** Characters by which a secret is looked up; no secret is shorter. */
const HEAD = 8;

/**
 * Every place where a secret is that may not be there. A token that is mailed may be in its mail and in the address of
 * the page that its link opens, nowhere else; a log may not hold anybody's mail address either.
 */
export function scan(evidence: readonly Evidence[]): Finding[] {
  const find = finder(evidence);
  return evidence.flatMap((item) => {
    if (item.kind === 'secret') return [];
    const sorts = [...find(item.text)].filter((sort) => sort !== 'mailed' || !mayHoldMailed(item));
    const person = item.kind === 'log' && namesSomebody(item.text) ? ['person' as const] : [];
    return [...sorts, ...person].map((sort) => ({ sort, kind: item.kind, where: item.where }));
  });
}

/** Only in what is structured: the banner for whoever starts the server names its administrator on purpose. */
function namesSomebody(log: string): boolean {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return lines.some((line) => /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.test(line));
}

function mayHoldMailed({ kind, text }: Evidence): boolean {
  return (
    kind === 'mail' || (kind === 'page' && /\/(?:reset-password\/?\?token=|delete-account\/)/.test(text))
  );
}

/** A function that tells which sorts of secrets are in a text, as they are or as an address or JSON writes them. */
function finder(evidence: readonly Evidence[]): (text: string) => Set<SecretSort> {
  const byHead = new Map<string, { text: string; sort: SecretSort }[]>();
  for (const item of evidence) {
    if (item.kind !== 'secret') continue;
    for (const text of spellings(item.text)) {
      const head = text.slice(0, HEAD);
      byHead.set(head, [...(byHead.get(head) ?? []), { text, sort: item.sort }]);
    }
  }
  return (text) => {
    const found = new Set<SecretSort>();
    for (let index = 0; index + HEAD <= text.length; index += 1) {
      const same = byHead.get(text.slice(index, index + HEAD));
      for (const secret of same ?? []) if (text.startsWith(secret.text, index)) found.add(secret.sort);
    }
    return found;
  };
}

function spellings(secret: string): Set<string> {
  const encoded = encodeURIComponent(secret);
  return new Set([secret, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)]);
}
