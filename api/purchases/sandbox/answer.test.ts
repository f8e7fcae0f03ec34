import { expect, test } from 'vitest';
import { toSandboxAnswer } from './answer.ts';
import { readSandboxPurchase } from './token.ts';

const now = new Date('2026-11-23T06:10:00Z');

test.each(['in_grace_period', 'in_billing_retry', 'on_hold'])(
  'a product sandbox.%s has a renewal that was due before now, and a deadline ahead',
  (state) => {
    const productId = `sandbox.${state}`;
    const named = readSandboxPurchase({ key: 'a', productId }, now);
    const question = { platform: 'ios', key: 'a', environment: 'production', productId } as const;
    const asked = { ...question, knownOrder: null, askedOrders: [] };
    const answer = named && toSandboxAnswer(named.state, { question: asked, date: named.date, now });
    if (answer?.kind !== 'purchase' || !('deadline' in answer.purchase.state)) throw new Error('not failing');
    const { dueAt, deadline } = answer.purchase.state;
    expect(dueAt < now && now < deadline.at).toBe(true);
  },
);
