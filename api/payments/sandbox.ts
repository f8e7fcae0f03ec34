import { setTimeout as pause } from 'node:timers/promises';
import type { AskStore, Purchase, StoreState } from './store.ts';

const PREFIX = 'sandbox';
const DAY = 86_400_000;
/** Milliseconds until a slow store answers. */
const SLOW_ANSWER_MS = 3_000;

/** The states that a sandbox purchase can name. */
export const sandboxStates = [
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

/** A purchase token that names its state and the date of that state. */
export function sandboxToken(state: SandboxState, about: Date, mark: string): string {
  return [PREFIX, state, about.toISOString().slice(0, 10), mark].join(':');
}

/**
 * A store for demos and tests. The token of a purchase names its state, so that the same purchase always gets the same
 * answer; a deadline in the past means expired. Purchases of real stores are unreachable.
 */
export function sandboxStore(clock: () => Date): AskStore {
  return async ({ token }: Purchase, signal) => {
    const [prefix, name, day = ''] = token.split(':');
    const state = sandboxStates.find((known) => known === name);
    if (prefix !== PREFIX || !state) return { state: 'unreachable', because: 'no connection is set up' };
    if (state === 'active-slow') await pause(SLOW_ANSWER_MS, undefined, { signal });
    return answerOf(state, new Date(day), clock());
  };
}

function answerOf(state: SandboxState, about: Date, now: Date): StoreState {
  switch (state) {
    case 'active':
    case 'active-slow':
    case 'active-canceled': {
      const until = about > now ? about : new Date(now.getTime() + 30 * DAY);
      return { state: 'active', paidAt: now, until, renews: state !== 'active-canceled' };
    }
    case 'in_grace_period':
    case 'in_billing_retry':
    case 'on_hold':
    case 'paused':
      return about > now
        ? { state, until: about }
        : { state: 'expired', at: about, because: state === 'paused' ? 'canceled' : 'billing_error' };
    case 'expired-canceled':
      return { state: 'expired', at: about, because: 'canceled' };
    case 'expired-billing_error':
      return { state: 'expired', at: about, because: 'billing_error' };
    case 'expired-price_increase':
      return { state: 'expired', at: about, because: 'price_increase' };
    case 'revoked':
      return { state, at: about };
    case 'unknown':
      return { state };
    case 'unreachable':
      return { state, because: 'it did not answer' };
  }
}
