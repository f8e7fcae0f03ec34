import { product } from '#brand/product.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/messages.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isTooLong, normalisePassword } from './normalise-password.ts';

const MAX_LENGTH = 256;

/** A message for the owner, or null. Length and a list, as NIST SP 800-63B requires; no rules about characters. */
export function findPasswordProblem(password: string): string | null {
  const problem = findLengthProblem(password);
  if (problem) return problem;
  if (isCommonPassword(password, product.name)) {
    return 'This password is easy to guess. Please choose a different one';
  }
  return null;
}

export function findLengthProblem(password: string): string | null {
  const tooLong = `The password can have at most ${MAX_LENGTH} characters`;
  if (isTooLong(password)) return tooLong;
  const length = [...normalisePassword(password)].length;
  // Also before normalising: one character may normalise to eighteen.
  if (Math.min(length, [...password].length) < PASSWORD_MIN_LENGTH)
    return `The password must have at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return tooLong;
  return null;
}
