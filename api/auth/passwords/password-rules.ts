import { product } from '#brand/product.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isTooLong, normalised } from './normal-form.ts';

const LEAST = 8;
const MOST = 256;

/**
 * What is wrong with a new password, in words for its owner; null where it will do. Length and a list of what everybody
 * tries first, as NIST SP 800-63B asks: no rules about kinds of characters.
 */
export function passwordProblem(password: string): string | null {
  const problem = lengthProblem(password);
  if (problem) return problem;
  if (isCommonPassword(password, product.name)) {
    return 'This password is one of the first that anybody would try. Please choose another one';
  }
  return null;
}

/** What is wrong with its length alone; null where it will do. */
export function lengthProblem(password: string): string | null {
  const tooLong = `The password may have at most ${MOST} characters`;
  if (isTooLong(password)) return tooLong;
  const length = [...normalised(password)].length;
  // As typed too: one sign may stand for eighteen.
  if (Math.min(length, [...password].length) < LEAST)
    return `The password must have at least ${LEAST} characters`;
  if (length > MOST) return tooLong;
  return null;
}
