/** Code units of the longest password that is looked at: normalising takes time quadratic in runs of combining marks. */
const MOST = 2_048;

/** Whether a password is too long to be normalised; no stored one is. */
export function isTooLong(password: string): boolean {
  return password.length > MOST;
}

/** A password in Unicode's form NFKC, in which passwords are compared. Throws RangeError where it is too long. */
export function normalised(password: string): string {
  if (isTooLong(password)) throw new RangeError('The password is too long to be normalised.');
  return password.normalize('NFKC');
}
