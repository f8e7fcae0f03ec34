/** Texts of validation in the specification's words. Forms read them before they load the schema library. */

export const signInMessages = { email: 'Email is required', password: 'Password is required' } as const;

export const DELETION_WORD = 'DELETE';

export const mailFormMessages = {
  email: 'Email is required',
  passwords: 'Password fields are required',
  resetToken: 'Token is missing. Please use the link provided in the email.',
  deletionToken: 'Token is missing.',
  confirmation: `Please type "${DELETION_WORD}" to confirm.`,
} as const;

export const ownPasswordMessages = {
  currentPassword: 'Current password is required',
  password: 'New password is required',
  confirmPassword: 'Please confirm the new password',
} as const;

/** In the specification's order. */
export const userMessages = {
  first_name: 'First Name is required',
  last_name: 'Last Name is required',
  email: 'Email is required',
  phone: 'Phone is required',
} as const;

export const PASSWORDS_DIFFER = 'Passwords do not match';

export const PASSWORD_MIN_LENGTH = 8;

export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters. Try a phrase only you would think of.`;
