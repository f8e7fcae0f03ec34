import type { Evidence, SecretSort } from './evidence.ts';

export type Finding = { sort: SecretSort | 'person'; kind: Evidence['kind']; where: string };

/** The length of the lookup prefix; no secret is shorter. */
const PREFIX_LENGTH = 8;

/** Finds secrets and, in logs, email addresses. A mailed token may be in its mail and in the address of its page. */
export function scan(evidence: readonly Evidence[]): Finding[] {
  const find = createFinder(evidence);
  return evidence.flatMap((item) => {
    if (item.kind === 'secret') return [];
    const sorts = [...find(item.text)].filter((sort) => sort !== 'mailed' || !mayHoldMailedToken(item));
    const person = item.kind === 'log' && holdsEmailAddress(item.text) ? ['person' as const] : [];
    return [...sorts, ...person].map((sort) => ({ sort, kind: item.kind, where: item.where }));
  });
}

/** Only JSON lines: the banner names the administrator intentionally. */
function holdsEmailAddress(log: string): boolean {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return lines.some((line) => /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.test(line));
}

function mayHoldMailedToken({ kind, text }: Evidence): boolean {
  return (
    kind === 'mail' || (kind === 'page' && /\/(?:reset-password\/?\?token=|delete-account\/)/.test(text))
  );
}

/** Finds secrets as they are, and encoded for URLs or JSON. */
function createFinder(evidence: readonly Evidence[]): (text: string) => Set<SecretSort> {
  const byPrefix = new Map<string, { text: string; sort: SecretSort }[]>();
  for (const item of evidence) {
    if (item.kind !== 'secret') continue;
    for (const text of listEncodings(item.text)) {
      const prefix = text.slice(0, PREFIX_LENGTH);
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { text, sort: item.sort }]);
    }
  }
  return (text) => {
    const found = new Set<SecretSort>();
    for (let index = 0; index + PREFIX_LENGTH <= text.length; index += 1) {
      const candidates = byPrefix.get(text.slice(index, index + PREFIX_LENGTH));
      for (const secret of candidates ?? []) if (text.startsWith(secret.text, index)) found.add(secret.sort);
    }
    return found;
  };
}

function listEncodings(secret: string): Set<string> {
  const encoded = encodeURIComponent(secret);
  return new Set([secret, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)]);
}
