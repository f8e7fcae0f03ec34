const TOKEN_PREFIX = 'sandbox';

/** Each is an answer that a store can give. */
const sandboxStates = [
  'active',
  'active-slow',
  'active-canceled',
  'active-without-payment',
  'active-refunded',
  'in_grace_period',
  'in_billing_retry',
  'on_hold',
  'paused',
  'expired-canceled',
  'expired-billing_error',
  'expired-price_increase',
  'expired-product_unavailable',
  'expired-replaced',
  'revoked',
  'pending',
  'unrecognized',
  'unknown',
  'known_no_longer',
  'unreachable',
] as const;
export type SandboxState = (typeof sandboxStates)[number];

/** `date` is the date that belongs to the state. */
export function createSandboxToken(state: SandboxState, date: Date, suffix: string): string {
  return [TOKEN_PREFIX, state, date.toISOString().slice(0, 10), suffix].join(':');
}

/**
 * What to answer: a token of `createSandboxToken` says it, or a product `sandbox.STATE`, whose date is some days ahead.
 * null for purchases of real stores.
 */
export function readSandboxPurchase(
  { key, productId }: { key: string; productId: string | null },
  now: Date,
): { state: SandboxState; date: Date } | null {
  const [prefix, name, day = ''] = key.split(':');
  const ofToken = sandboxStates.find((known) => known === name);
  if (prefix === TOKEN_PREFIX && ofToken) return { state: ofToken, date: new Date(day) };
  const ofProduct = sandboxStates.find((known) => productId === `${TOKEN_PREFIX}.${known}`);
  if (!ofProduct) return null;
  const isOver = ofProduct.startsWith('expired') || ofProduct === 'revoked';
  // A grace period of 16 days must have begun.
  const ahead = isOver ? 0 : ofProduct === 'in_grace_period' ? 10 : 30;
  const today = now.toISOString().slice(0, 10);
  return { state: ofProduct, date: new Date(new Date(today).getTime() + ahead * 86_400_000) };
}
