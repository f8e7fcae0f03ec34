import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Problem } from '../http/problem.ts';
import { isTooLong, normalisePassword } from './password-rules.ts';

const argon2Async = promisify(argon2);

type Argon2Parameters = { memory: number; passes: number; parallelism: number; tagLength: number };

/** Minimum of the OWASP Password Storage Cheat Sheet. `memory` is in KiB, `tagLength` in bytes. */
const CURRENT_PARAMETERS: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each hash takes 19 MiB and a core, which other requests need too. */
const MAX_CONCURRENT_HASHES = 2;
/** A few seconds of work. Further requests get 503. */
const MAX_WAITING_HASHES = 100;

const limitConcurrency = pLimit(MAX_CONCURRENT_HASHES);

async function hash(password: string, nonce: Buffer, parameters: Argon2Parameters): Promise<Buffer> {
  if (limitConcurrency.pendingCount >= MAX_WAITING_HASHES) {
    throw new Problem(503, 'Too many people are signing in right now. Please try again in a moment.', {
      'retry-after': '5',
    });
  }
  return limitConcurrency(() =>
    argon2Async('argon2id', { message: normalisePassword(password), nonce, ...parameters }),
  );
}

/** Returns the PHC string format. Throws 503, and RangeError for a password that is too long. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, CURRENT_PARAMETERS);
  return `${PREFIX}${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`;
}

const PREFIX = `$argon2id$v=19$m=${CURRENT_PARAMETERS.memory},t=${CURRENT_PARAMETERS.passes},p=${CURRENT_PARAMETERS.parallelism}$`;

export function isCurrentHash(stored: string | null): boolean {
  return stored?.startsWith(PREFIX) ?? false;
}

/** Does the same work without a stored hash, so that the time reveals no account. Throws 503. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const candidate = isTooLong(password) ? '' : password;
  const match = stored?.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/);
  if (!match) {
    await hash(candidate, randomBytes(16), CURRENT_PARAMETERS);
    return false;
  }
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  const nonce = Buffer.from(match[4] ?? '', 'base64');
  const tag = Buffer.from(match[5] ?? '', 'base64');
  const parameters = { memory, passes, parallelism, tagLength: tag.length };
  return timingSafeEqual(await hash(candidate, nonce, parameters), tag) && candidate === password;
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
