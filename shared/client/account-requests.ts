import { confirmDeletion, forgotPassword, requestDeletion, resetPassword } from '#contract/authentication.ts';
import { DELETION_WORD } from '#contract/messages.ts';
import { call } from './call.ts';

/** The calls of the public account forms. Each returns the server's message and throws `ApiError`. */

/** Asks for a mail with a link that resets the password. */
export async function askForReset(email: string): Promise<string> {
  return (await call(forgotPassword, { body: { email } })).message;
}

/** Sets a new password with the token from the mail. */
export async function setNewPassword(
  token: string,
  password: string,
  confirmPassword: string,
): Promise<string> {
  return (await call(resetPassword, { body: { token, password, confirmPassword } })).message;
}

/** Asks for a mail with a link that confirms the deletion of an account. */
export async function askForDeletion(email: string, reason: string): Promise<string> {
  const body = { email, reason, confirmation: DELETION_WORD };
  return (await call(requestDeletion, { body })).message;
}

/** Confirms the deletion with the token from the mail. */
export async function confirmAccountDeletion(token: string): Promise<string> {
  return (await call(confirmDeletion, { body: { token } })).message;
}
