import { userMessages } from '#contract/messages.ts';

type Field = keyof typeof userMessages;
type Typed = Readonly<Partial<Record<Field, string>>>;

const order: readonly Field[] = ['first_name', 'last_name', 'email', 'phone'];

/** In the specification's order; null if every rule is met. */
export function firstValidationError(typed: Typed): { field: Field; message: string } | null {
  const field = order.find((name) => (typed[name] ?? '').trim() === '');
  return field ? { field, message: userMessages[field] } : null;
}
