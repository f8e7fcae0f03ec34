import { setTimeout as pause } from 'node:timers/promises';
import type { AskStore, Purchase, StoreState } from './store.ts';

const TOKEN_PREFIX = 'sandbox';
const DAY_MS = 86_400_000;
const SLOW_ANSWER_MS = 3_000;

const sandboxStates = [
  'active',
  'active-slow',
  'active-canceled',
  'in_grace_period',
  'in_billing_retry',
  'on_hold',
  'paused',
  'expired-canceled',
  'expired-billing_error',
  'expired-price_increase',
  'revoked',
  'unknown',
  'unreachable',
] as const;
export type SandboxState = (typeof sandboxStates)[number];

/** `date` is the date that belongs to the state. */
export function createSandboxToken(state: SandboxState, date: Date, suffix: string): string {
  return [TOKEN_PREFIX, state, date.toISOString().slice(0, 10), suffix].join(':');
}

/** For demos and tests: the purchase token names the state. Purchases of real stores are unreachable. */
export function createSandboxStore(clock: () => Date): AskStore {
  return async ({ token }: Purchase, signal) => {
    const [prefix, name, day = ''] = token.split(':');
    const state = sandboxStates.find((known) => known === name);
    if (prefix !== TOKEN_PREFIX || !state)
      return { state: 'unreachable', because: 'no connection is set up' };
    if (state === 'active-slow') await pause(SLOW_ANSWER_MS, undefined, { signal });
    return toStoreState(state, new Date(day), clock());
  };
}

function toStoreState(state: SandboxState, date: Date, now: Date): StoreState {
  switch (state) {
    case 'active':
    case 'active-slow':
    case 'active-canceled': {
      const until = date > now ? date : new Date(now.getTime() + 30 * DAY_MS);
      return { state: 'active', paidAt: now, until, renews: state !== 'active-canceled' };
    }
    case 'in_grace_period':
    case 'in_billing_retry':
    case 'on_hold':
    case 'paused':
      return date > now
        ? { state, until: date }
        : { state: 'expired', at: date, because: state === 'paused' ? 'canceled' : 'billing_error' };
    case 'expired-canceled':
      return { state: 'expired', at: date, because: 'canceled' };
    case 'expired-billing_error':
      return { state: 'expired', at: date, because: 'billing_error' };
    case 'expired-price_increase':
      return { state: 'expired', at: date, because: 'price_increase' };
    case 'revoked':
      return { state, at: date };
    case 'unknown':
      return { state };
    case 'unreachable':
      return { state, because: 'it did not answer' };
  }
}
