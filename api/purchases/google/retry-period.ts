import { type GoogleProduct, type LineItem, productSchema } from './answers.ts';
import { readGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import type { GoogleSession } from './session.ts';

const DAY_MS = 86_400_000;
/** Grace period and hold take so long together, where the base plan says nothing else. */
const DEFAULT_DAYS = 60;

/** How many days after a failed renewal Google gives up, by the base plan. */
export type ReadRetryDays = (session: GoogleSession, item: LineItem) => Promise<number>;

/** Products change rarely: each is read once a day. */
export function createReadRetryDays(): ReadRetryDays {
  const known = new Map<string, { product: GoogleProduct; until: number }>();
  return async (session, { productId, offerDetails }) => {
    const now = session.clock().getTime();
    const kept = known.get(productId);
    const product = kept && kept.until > now ? kept.product : await readProduct(session, productId);
    if (!product) return DEFAULT_DAYS;
    if (product !== kept?.product) known.set(productId, { product, until: now + DAY_MS });
    return toRetryDays(product, offerDetails?.basePlanId);
  };
}

/** null if it cannot be read now: the estimate is not worth the answer. */
async function readProduct(session: GoogleSession, productId: string): Promise<GoogleProduct | null> {
  try {
    return await readGoogle(session, `subscriptions/${encodeURIComponent(productId)}`, productSchema);
  } catch (error) {
    if (error instanceof GoogleFault) return null;
    throw error;
  }
}

function toRetryDays({ basePlans }: GoogleProduct, basePlanId: string | undefined): number {
  const plan = basePlans.find((plan) => plan.basePlanId === basePlanId);
  const renewal = plan?.autoRenewingBasePlanType ?? plan?.installmentsBasePlanType;
  const grace = readDays(renewal?.gracePeriodDuration);
  const hold = readDays(renewal?.accountHoldDuration);
  // Without a hold of its own it lasts 60 days less the grace period.
  return grace === null || hold === null ? DEFAULT_DAYS : grace + hold;
}

/** Google allows days only, as in `P30D`. */
function readDays(duration = ''): number | null {
  const [, days] = /^P(\d{1,3})D$/.exec(duration) ?? [];
  return days === undefined ? null : Number(days);
}
