/**
 * What forms and server say about what was typed, in the specification's words. Nothing of the schema library is here:
 * forms read these texts before they load it.
 */

/** The sign-in. */
export const signInMessages = { email: 'Email is required', password: 'Password is required' } as const;

/** What has to be typed to ask for a deletion. */
export const DELETION_WORD = 'DELETE';

/** The forms that a mail leads to or that send one: a new password, the deletion of an account. */
export const mailFormMessages = {
  email: 'Email is required',
  passwords: 'Password fields are required',
  resetToken: 'Token is missing. Please use the link provided in the email.',
  deletionToken: 'Token is missing.',
  confirmation: `Please type "${DELETION_WORD}" to confirm.`,
} as const;

/** The change of one's own password. */
export const ownPasswordMessages = {
  currentPassword: 'Current password is required',
  password: 'New password is required',
  confirmPassword: 'Please repeat the new password',
} as const;

/** The update of a user, in the specification's order. */
export const userMessages = {
  first_name: 'First Name is required',
  last_name: 'Last Name is required',
  email: 'Email is required',
  phone: 'Phone is required',
} as const;

export const PASSWORDS_DIFFER = 'Passwords do not match';

/** Characters that a new password has at least. */
export const PASSWORD_MIN_LENGTH = 8;

/** What a form says of a new password before anything is typed. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters. A few words that only you put together are good.`;
