import { passwordMessages } from '#contract/account.ts';
import type { FieldErrors, Values } from '#forms/use-submit.ts';

type Name = keyof typeof passwordMessages;

const order: readonly Name[] = ['currentPassword', 'password', 'confirmPassword'];

/** What a change of one's own password still lacks; which passwords are good the server says. */
export function passwordProblems(typed: Values): FieldErrors | null {
  const empty = order.filter((name) => (typed[name] ?? '').trim() === '');
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, passwordMessages[name]]));
  return typed.password === typed.confirmPassword ? null : { confirmPassword: 'Passwords do not match' };
}
