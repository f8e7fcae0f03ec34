import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A secret (a session token, a password or a mailed token), or a text that must hold no secret. */
export type Evidence =
  | { kind: 'secret'; sort: SecretSort; text: string }
  | { kind: 'log' | 'mail' | 'address'; text: string; where: string }
  /** A page in the browser: its address may hold a mailed token. */
  | { kind: 'page'; text: string; where: string };

export type SecretSort = 'session' | 'password' | 'mailed';

/** Set by `npm test`; a run of single tests collects nothing. */
const folder = process.env.EVIDENCE_DIR;
const rememberedSecrets = new Set<string>();

function rememberSecret(sort: SecretSort, text: unknown): void {
  if (typeof text !== 'string' || text.length < MIN_SECRET_LENGTH || rememberedSecrets.has(text)) return;
  rememberedSecrets.add(text);
  appendEvidence({ kind: 'secret', sort, text });
}

/** Shorter texts occur everywhere by chance. */
const MIN_SECRET_LENGTH = 8;

/** Remembers a text that must hold no secret. */
export function remember(kind: 'log' | 'mail' | 'address' | 'page', text: string): void {
  if (folder) appendEvidence({ kind, text, where: expect.getState().currentTestName ?? '' });
}

/** Remembers a mail and its token. */
export function rememberMail(mail: string): void {
  remember('mail', mail);
  for (const [, token] of mail.matchAll(/(?:token=|delete-account\/)([\w-]{43})/g)) {
    rememberSecret('mailed', token);
  }
}

/** Remembers a quoted-printable mail (RFC 2045, section 6.7). */
export function rememberEncodedMail(mail: string): void {
  rememberMail(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}

export function rememberOutbox(dataDir: string): void {
  const outbox = join(dataDir, 'outbox');
  for (const file of existsSync(outbox) ? readdirSync(outbox) : []) {
    rememberEncodedMail(readFileSync(join(outbox, file), 'utf8'));
  }
}

/** Remembers the secrets in request and answer. */
export function rememberCall({ authorization, path, sent, answered }: ObservedCall): void {
  rememberSecret('session', authorization?.replace(/^Bearer /, ''));
  const { data } = parseObject(answered);
  if (typeof data === 'object' && data !== null && 'secret' in data) rememberSecret('session', data.secret);
  if (!path.includes('/auth/') && !path.includes('/account/')) return;
  const body = parseObject(sent);
  for (const name of ['password', 'confirmPassword', 'currentPassword'])
    rememberSecret('password', body[name]);
  rememberSecret('session', body.refreshToken);
  rememberSecret('mailed', body.token);
  if (typeof data !== 'object' || data === null) return;
  const { challenge, recoveryCodes } = data as { challenge?: { token?: unknown }; recoveryCodes?: unknown };
  rememberSecret('session', challenge?.token);
  for (const code of Array.isArray(recoveryCodes) ? recoveryCodes : []) rememberSecret('password', code);
  const tokens = 'tokens' in data && typeof data.tokens === 'object' ? data.tokens : data;
  for (const [name, value] of Object.entries({ ...tokens })) {
    if (/token$/i.test(name)) rememberSecret('session', value);
  }
}

type ObservedCall = {
  authorization: string | null | undefined;
  path: string;
  sent: string | null | undefined;
  answered: string | null | undefined;
};

function parseObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

function appendEvidence(evidence: Evidence): void {
  if (folder) appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(evidence)}\n`);
}
