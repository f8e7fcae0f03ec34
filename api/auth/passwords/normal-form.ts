/** The most code units that are normalised: the time is quadratic in a run of combining marks. */
const MAX_CODE_UNITS = 2_048;

/** Whether a password is too long to be normalised; no stored one is. */
export function isTooLong(password: string): boolean {
  return password.length > MAX_CODE_UNITS;
}

/** A password in Unicode's form NFKC, in which passwords are compared. Throws RangeError where it is too long. */
export function normalised(password: string): string {
  if (isTooLong(password)) throw new RangeError('The password is too long to be normalised.');
  return password.normalize('NFKC');
}
