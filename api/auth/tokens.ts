import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A new opaque token: 256 random bits, safe in addresses and headers. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. It has 256 random bits, so one fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The salt that, with a refresh token, yields its one child. */
export function newChildSalt(): Buffer {
  return randomBytes(32);
}

/**
 * The one child of a refresh token. Asking twice gives the same child, so a lost answer or a second tab does no
 * harm; neither the database, which holds only the salt, nor the parent alone can make it.
 */
export function childToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(parent).digest('base64url');
}
