/** NFKC takes quadratic time in a run of combining marks. */
const MAX_CODE_UNITS = 2_048;

export function isTooLong(password: string): boolean {
  return password.length > MAX_CODE_UNITS;
}

/** Passwords are compared in Unicode NFKC (NIST SP 800-63B). Throws RangeError. */
export function normalisePassword(password: string): string {
  if (isTooLong(password)) throw new RangeError('The password is too long to be normalized.');
  return password.normalize('NFKC');
}
