import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 256 random bits, safe in URLs and headers. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function createChildSalt(): Buffer {
  return randomBytes(32);
}

/**
 * It is deterministic, so that a lost answer or a second tab gets the same child. Deriving it needs parent and salt.
 */
export function deriveChildToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(parent).digest('base64url');
}
