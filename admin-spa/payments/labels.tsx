import { Apple, type LucideIcon, Play } from 'lucide-react';
import * as v from 'valibot';
import { ApiError } from '#client/api-error.ts';
import {
  type FailedPayment,
  type RetryOutcome,
  type RetryResult,
  retryOutcomes,
  type Standing,
  standing,
} from '#contract/payments/records.ts';
import { asObject } from '#contract/schema/coerce.ts';
import { formatDate } from '../ui/format/format.ts';
import type { CheckState } from './can-retry.ts';

const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

/** Unknown ones as sent. */
export function platformName(platform: string): string {
  return platforms[platform] ?? platform;
}

/** For screen readers, where a button says only what it does. */
export function nameByUser({ email, user_id }: FailedPayment): string {
  // The server takes the address out for those who don’t see who people are.
  return email === '' && user_id !== null ? `user ${user_id}` : (email ?? 'an unknown user');
}

/** Among payments of one user: the product and the date, and the ID where another one has both. */
export function nameAmong(payments: readonly FailedPayment[], payment: FailedPayment): string {
  const name = productAndDate(payment);
  const isShared = payments.some((other) => other.id !== payment.id && productAndDate(other) === name);
  return isShared ? `${name}, ID ${payment.id}` : name;
}

function productAndDate({ product_id, created_at }: FailedPayment): string {
  return `${product_id ?? 'an unknown product'}, ${formatDate(created_at)}`;
}

const stores = { ios: 'App Store', android: 'Google Play' } as const;

export function storeName(store: keyof typeof stores): string {
  return stores[store];
}

/** The store of a platform; unknown ones as sent. */
export function storeNameOf(platform: string): string {
  return platform === 'ios' || platform === 'android' ? stores[platform] : platform;
}

/** In a sentence. */
export function nameOfStore({ platform }: Pick<FailedPayment, 'platform'>): string {
  if (platform === 'ios') return 'the App Store';
  return platform === 'android' ? storeName('android') : 'the store';
}

const icons: Readonly<Record<string, LucideIcon>> = { ios: Apple, android: Play };

/** The word of the platform beside its icon; unknown platforms have none. */
export function PlatformLabel({ platform }: { platform: string }) {
  const Icon = icons[platform];
  return (
    <span className="platform">
      {Icon && <Icon aria-hidden="true" />}
      <span>{platformName(platform)}</span>
    </span>
  );
}

const tones: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'good',
  still_failing: 'bad',
  not_retryable: 'quiet',
  store_unreachable: 'waiting',
};

type Shown = {
  payment: Pick<FailedPayment, 'last_check' | 'recovered_at' | 'ended_at'>;
  check: CheckState;
  /** Why the row is shown although it has left the list. */
  departure?: string | undefined;
};

/** Where a payment stands, in one badge. */
export function StateBadge({ payment, check, departure }: Shown) {
  const { last_check, recovered_at, ended_at } = payment;
  if (check.state === 'checking') return <Tone tone="waiting">Checking…</Tone>;
  if (recovered_at !== null || check.state === 'recovered') return <OutcomeBadge outcome="recovered" />;
  if (departure) return <Tone tone="quiet">{departure}</Tone>;
  if (check.state === 'failed' && check.outcome === null) return <Tone tone="bad">Check failed</Tone>;
  if (last_check) return <OutcomeBadge outcome={last_check.outcome} />;
  if (ended_at !== null) return <OutcomeBadge outcome="not_retryable" />;
  // Most rows say it, so it is quieter than what a check has found.
  return <span className="muted">Not checked yet</span>;
}

function Tone({ tone, children }: { tone: string; children: string }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** What a check found; null while it runs, or if it was abandoned. */
export function OutcomeBadge({ outcome }: { outcome: RetryOutcome | null }) {
  return (
    <span className="badge" data-tone={outcome ? tones[outcome] : 'waiting'}>
      {outcome ? outcomeLabels[outcome] : 'No answer yet'}
    </span>
  );
}

/** In the specification's words: the message of the server, or one of two defaults. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return 'Recovery failed';
  return `Recovery failed: ${error.isFromServer ? error.message : 'Unknown error'}`;
}

/** Null if the answer names no known outcome. */
export function outcomeOf(error: unknown): RetryOutcome | null {
  const value = inBody(error, 'outcome');
  return retryOutcomes.find((name) => name === value) ?? null;
}

/** What the store said of the payment; null if the answer does not say it. */
export function standingOf(error: unknown): Standing | null {
  const value = inBody(error, 'standing');
  return v.is(standing.schema, value) ? value : null;
}

function inBody(error: unknown, name: string): unknown {
  return error instanceof ApiError ? asObject(error.body)[name] : undefined;
}

export const outcomeLabels: Readonly<Record<RetryOutcome, string>> = {
  recovered: 'Recovered',
  still_failing: 'Not paid yet',
  not_retryable: 'Can’t be recovered',
  store_unreachable: 'The store didn’t answer',
};

export const resultLabels: Readonly<Record<RetryResult, string>> = {
  ...outcomeLabels,
  pending: 'Not asked',
  skipped: 'Skipped',
  failed: 'Failed',
};
