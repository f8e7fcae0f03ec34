import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A new opaque token: 256 random bits, safe in addresses and headers. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. It has 256 random bits, so that one fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The salt that, with a refresh token, yields its one child. */
export function newChildSalt(): Buffer {
  return randomBytes(32);
}

/**
 * The one child of a refresh token. The same parent and salt always give the same child, so that a lost answer or a
 * second tab does no harm. Neither the salt in the database nor the parent alone is enough to derive it.
 */
export function childToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(parent).digest('base64url');
}
