import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Problem } from '../http/problem.ts';
import { isTooLong, normalised } from './passwords/normal-form.ts';

const derive = promisify(argon2);

type Parameters = { memory: number; passes: number; parallelism: number; tagLength: number };

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes; the tag in bytes. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashes computed at a time: each takes 19 MiB and a core, and other requests need both. */
const CONCURRENT_HASHES = 2;
/** Hashes that may wait: a few seconds of work. Later ones are refused, and the client is told to retry. */
const WAITING_HASHES = 100;

const limited = pLimit(CONCURRENT_HASHES);

async function hash(password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  if (limited.pendingCount >= WAITING_HASHES) {
    throw new Problem(503, 'Too many people sign in just now. Please try again in a moment.', {
      'retry-after': '5',
    });
  }
  return limited(() => derive('argon2id', { message: normalised(password), nonce, ...parameters }));
}

/**
 * The password as stored: algorithm, parameters, nonce and tag in the PHC string format. Throws 503, and RangeError
 * for one that `password-rules.ts` refuses as too long.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, current);
  return `${prefix}${plain(nonce)}$${plain(tag)}`;
}

const prefix = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$`;

/** Whether a stored hash was made with the current parameters. */
export function isCurrentHash(stored: string | null): boolean {
  return stored?.startsWith(prefix) ?? false;
}

/**
 * Whether the password is the stored one. Without a stored hash, and for a password that is too long, the same work is
 * done and the result is false, so that the time tells nothing about an account. Throws 503 where too many hashes wait.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const tried = isTooLong(password) ? '' : password;
  const match = stored?.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/);
  if (!match) {
    await hash(tried, randomBytes(16), current);
    return false;
  }
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  const nonce = Buffer.from(match[4] ?? '', 'base64');
  const tag = Buffer.from(match[5] ?? '', 'base64');
  const parameters = { memory, passes, parallelism, tagLength: tag.length };
  return timingSafeEqual(await hash(tried, nonce, parameters), tag) && tried === password;
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
