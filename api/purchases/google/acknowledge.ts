import type { GoogleSubscription } from './answers.ts';
import { postGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import type { GoogleSession } from './session.ts';

/** Not paid, or over. */
const uselessStates: readonly string[] = [
  'SUBSCRIPTION_STATE_PENDING',
  'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED',
  'SUBSCRIPTION_STATE_EXPIRED',
];

/**
 * Google refunds what is not acknowledged within three days, such as a purchase made in the Play Store itself. The account
 * is sent along, because Google then forgets the subscription before this one. A failure is only logged.
 */
export async function acknowledge(
  session: GoogleSession,
  { acknowledgementState, subscriptionState, externalAccountIdentifiers }: GoogleSubscription,
  { key, productId, accountToken }: { key: string; productId: string; accountToken: string | null },
): Promise<void> {
  if (acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_PENDING') return;
  if (uselessStates.includes(subscriptionState)) return;
  const isNamed = Boolean(externalAccountIdentifiers?.obfuscatedExternalAccountId);
  const body =
    accountToken === null || isNamed ? {} : { externalAccountIds: { obfuscatedAccountId: accountToken } };
  const path = `purchases/subscriptions/${encodeURIComponent(productId)}/tokens/${encodeURIComponent(key)}`;
  try {
    await postGoogle(session, `${path}:acknowledge`, body);
  } catch (error) {
    if (!(error instanceof GoogleFault)) throw error;
    session.log?.warn(
      { platform: 'android', failure: error.message },
      'a purchase could not be acknowledged; the next question tries again',
    );
  }
}
