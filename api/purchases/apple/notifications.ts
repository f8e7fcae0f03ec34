import {
  NotificationTypeV2,
  type ResponseBodyV2DecodedPayload,
  type SignedDataVerifier,
  Type,
  VerificationException,
} from '@apple/app-store-server-library';
import * as v from 'valibot';
import type { ReceivedNotification, StoreEnvironment, StoreNotification } from '../store.ts';
import { date, transactionSchema } from './answers.ts';
import { describeVerification, isRetryable, type Verifiers } from './verifier.ts';

const bodySchema = v.pipe(v.string(), v.parseJson(), v.object({ signedPayload: v.string() }));

/** Apple takes an answer to a customer's request for a refund for so long. */
const REVIEW_MS = 12 * 3_600_000;

/** The body of Apple's request: `{"signedPayload": "…"}`. */
export async function verifyBody(verifiers: Verifiers, body: string): Promise<ReceivedNotification> {
  const { success, output } = v.safeParse(bodySchema, body);
  if (!success) return { kind: 'forged', because: 'the body has no signedPayload' };
  return verifyNotification(verifiers, output.signedPayload);
}

/** Verifies the message and both that it holds. */
export async function verifyNotification(
  verifiers: Verifiers,
  signedPayload: string,
): Promise<ReceivedNotification> {
  const { sandbox, production } = verifiers;
  // It is only a claim until it is verified. What is neither of the two fails with the verifier of production.
  const isSandbox = sandbox !== null && claimsSandbox(signedPayload);
  const verifier = isSandbox ? sandbox : production;
  try {
    const notification = await readNotification(
      verifier,
      signedPayload,
      isSandbox ? 'sandbox' : 'production',
    );
    return notification
      ? { kind: 'verified', notification }
      : { kind: 'forged', because: 'it has no ID, type, or date' };
  } catch (error) {
    if (!(error instanceof VerificationException)) throw error;
    return { kind: isRetryable(error) ? 'unverifiable' : 'forged', because: describeVerification(error) };
  }
}

const environmentSchema = v.optional(v.object({ environment: v.optional(v.string()) }));
const claimSchema = v.object({
  data: environmentSchema,
  summary: environmentSchema,
  appData: environmentSchema,
  externalPurchaseToken: v.optional(v.object({ externalPurchaseId: v.optional(v.string()) })),
});

function claimsSandbox(signedPayload: string): boolean {
  const text = Buffer.from(signedPayload.split('.')[1] ?? '', 'base64url').toString();
  const claim = v.safeParse(v.pipe(v.string(), v.parseJson(), claimSchema), text);
  if (!claim.success) return false;
  const { data, summary, appData, externalPurchaseToken } = claim.output;
  return (
    [data, summary, appData].some((part) => part?.environment === 'Sandbox') ||
    externalPurchaseToken?.externalPurchaseId?.startsWith('SANDBOX') === true
  );
}

/** null if Apple signed something without the fields that every notification has. */
async function readNotification(
  verifier: SignedDataVerifier,
  signedPayload: string,
  environment: StoreEnvironment,
): Promise<StoreNotification | null> {
  const message = await verifier.verifyAndDecodeNotification(signedPayload);
  const { signedTransactionInfo, signedRenewalInfo, ...data } = message.data ?? {};
  const transaction = signedTransactionInfo
    ? await verifier.verifyAndDecodeTransaction(signedTransactionInfo)
    : null;
  const renewal = signedRenewalInfo ? await verifier.verifyAndDecodeRenewalInfo(signedRenewalInfo) : null;
  const { notificationUUID: id, notificationType, subtype } = message;
  const signedDate = v.safeParse(date, message.signedDate);
  if (!id || !notificationType || !signedDate.success) return null;
  const sold = transaction && readSold(transaction);
  const bought = transaction?.type === Type.AUTO_RENEWABLE_SUBSCRIPTION ? sold : null;
  return {
    platform: 'ios',
    id,
    type: subtype ? `${notificationType} (${subtype})` : notificationType,
    ...(knownTypes.includes(notificationType) ? {} : { isNewKind: true }),
    at: signedDate.output,
    environment,
    purchase: bought && {
      key: bought.originalTransactionId,
      productId: bought.productId,
      accountToken: bought.appAccountToken || null,
    },
    orders: bought && isAboutRefund(message, bought) ? [bought.transactionId] : [],
    ...(notificationType === NotificationTypeV2.CONSUMPTION_REQUEST
      ? {
          review: {
            order: sold?.transactionId ?? null,
            accountToken: sold?.appAccountToken || null,
            answerDueAt: new Date(signedDate.output.getTime() + REVIEW_MS),
            reason: toText(data.consumptionRequestReason),
            storeToken: null,
          },
        }
      : {}),
    payload: message.data ? { ...message, data: { ...data, transaction, renewal } } : message,
  };
}

/** Apple: notificationType, as of version 2.20. */
const knownTypes: readonly string[] = Object.values(NotificationTypeV2);

/** A word of Apple's that PostgreSQL can store; null for anything else. */
function toText(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : null;
}

const boughtSchema = v.pick(transactionSchema, [
  'originalTransactionId',
  'transactionId',
  'productId',
  'appAccountToken',
  'revocationDate',
]);
type Bought = v.InferOutput<typeof boughtSchema>;

function readSold(transaction: object): Bought | null {
  const { success, output } = v.safeParse(boughtSchema, transaction);
  return success ? output : null;
}

const refundTypes: readonly unknown[] = [
  NotificationTypeV2.REFUND,
  NotificationTypeV2.REFUND_DECLINED,
  NotificationTypeV2.REFUND_REVERSED,
  NotificationTypeV2.REVOKE,
];

function isAboutRefund({ notificationType }: ResponseBodyV2DecodedPayload, { revocationDate }: Bought) {
  return refundTypes.includes(notificationType) || revocationDate !== undefined;
}
