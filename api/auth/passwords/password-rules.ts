import { product } from '#brand/product.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/messages.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isTooLong, normalised } from './normal-form.ts';

const MAX_LENGTH = 256;

/**
 * What is wrong with a new password, as a message for its owner; null for an acceptable one. The rules are a length and
 * a list of common passwords, as NIST SP 800-63B asks, and none about kinds of characters.
 */
export function passwordProblem(password: string): string | null {
  const problem = lengthProblem(password);
  if (problem) return problem;
  if (isCommonPassword(password, product.name)) {
    return 'This password is one of the first that anybody would try. Please choose another one';
  }
  return null;
}

/** What is wrong with the length; null for an acceptable one. */
export function lengthProblem(password: string): string | null {
  const tooLong = `The password may have at most ${MAX_LENGTH} characters`;
  if (isTooLong(password)) return tooLong;
  const length = [...normalised(password)].length;
  // Also as typed: one sign may normalise to eighteen.
  if (Math.min(length, [...password].length) < PASSWORD_MIN_LENGTH)
    return `The password must have at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return tooLong;
  return null;
}
