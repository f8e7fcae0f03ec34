import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/**
 * One thing seen during the run. A `secret` is what the product gave out or a person typed: a token of a session, a
 * password, or a token that is mailed and works once. All else is a place where none may be.
 */
export type Evidence =
  | { kind: 'secret'; sort: SecretSort; text: string }
  | { kind: 'log' | 'mail' | 'address'; text: string; where: string }
  /** The address of a page in the browser: the one place, beside its mail, of a token that is mailed. */
  | { kind: 'page'; text: string; where: string };

export type SecretSort = 'session' | 'password' | 'mailed';

/** Where `npm test` collects what the whole run has seen; a run of single tests collects nothing. */
const folder = process.env.EVIDENCE_DIR;
const known = new Set<string>();

/** Remembers a secret, once. Empty ones and what is no text are none. */
export function rememberSecret(sort: SecretSort, text: unknown): void {
  if (typeof text !== 'string' || text.length < SHORTEST || known.has(text)) return;
  known.add(text);
  write({ kind: 'secret', sort, text });
}

/** Characters; what is shorter is found in every text by chance. */
const SHORTEST = 8;

/** Remembers a text in which no secret may be. */
export function remember(kind: 'log' | 'mail' | 'address' | 'page', text: string): void {
  if (folder) write({ kind, text, where: expect.getState().currentTestName ?? '' });
}

/** Remembers a mail as it left, and the token that it carries. */
export function rememberMail(mail: string): void {
  remember('mail', mail);
  for (const [, token] of mail.matchAll(/(?:token=|delete-account\/)([\w-]{43})/g)) {
    rememberSecret('mailed', token);
  }
}

/** Remembers a mail as it goes over the wire or into a file, encoded as quoted-printable (RFC 2045, section 6.7). */
export function rememberEncodedMail(mail: string): void {
  rememberMail(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}

/** Remembers every mail in the outbox of a data folder. */
export function rememberOutbox(dataDir: string): void {
  const outbox = join(dataDir, 'outbox');
  for (const file of existsSync(outbox) ? readdirSync(outbox) : []) {
    rememberEncodedMail(readFileSync(join(outbox, file), 'utf8'));
  }
}

/** Remembers the secrets in a request's header and body, and in its answer where there is one. */
export function rememberCall({ authorization, path, sent, answered }: Call): void {
  rememberSecret('session', authorization?.replace(/^Bearer /, ''));
  if (!path.includes('/auth/') && !path.includes('/account/')) return;
  const body = read(sent);
  for (const name of ['password', 'confirmPassword', 'currentPassword'])
    rememberSecret('password', body[name]);
  rememberSecret('session', body.refreshToken);
  rememberSecret('mailed', body.token);
  const { data } = read(answered);
  if (typeof data !== 'object' || data === null) return;
  const tokens = 'tokens' in data && typeof data.tokens === 'object' ? data.tokens : data;
  for (const token of Object.values({ ...tokens })) rememberSecret('session', token);
}

type Call = {
  authorization: string | null | undefined;
  path: string;
  sent: string | null | undefined;
  answered: string | null | undefined;
};

function read(text: string | null | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

function write(evidence: Evidence): void {
  if (folder) appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(evidence)}\n`);
}
