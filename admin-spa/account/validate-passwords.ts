import { ownPasswordMessages, PASSWORDS_DIFFER } from '#contract/messages.ts';
import type { FieldErrors, FormValues } from '#forms/use-submit.ts';

type Name = keyof typeof ownPasswordMessages;

const order: readonly Name[] = ['currentPassword', 'password', 'confirmPassword'];

/** Checks only for empty and different passwords; the server checks their quality. */
export function validatePasswords(typed: FormValues): FieldErrors | null {
  const empty = order.filter((name) => (typed[name] ?? '').trim() === '');
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, ownPasswordMessages[name]]));
  return typed.password === typed.confirmPassword ? null : { confirmPassword: PASSWORDS_DIFFER };
}
