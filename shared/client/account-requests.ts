import { confirmDeletion, forgotPassword, requestDeletion, resetPassword } from '#contract/authentication.ts';
import { DELETION_WORD } from '#contract/messages.ts';
import { call } from './call.ts';

/** Calls of the public account forms. Each returns the message of the server and throws `ApiError`. */

export async function requestPasswordReset(email: string): Promise<string> {
  return (await call(forgotPassword, { body: { email } })).message;
}

export async function resetAccountPassword(body: {
  token: string;
  password: string;
  confirmPassword: string;
}): Promise<string> {
  return (await call(resetPassword, { body })).message;
}

export async function requestAccountDeletion(request: { email: string; reason: string }): Promise<string> {
  const body = { ...request, confirmation: DELETION_WORD };
  return (await call(requestDeletion, { body })).message;
}

export async function confirmAccountDeletion(token: string): Promise<string> {
  return (await call(confirmDeletion, { body: { token } })).message;
}
