import { randomUUID } from 'node:crypto';
import {
  type Data,
  Environment,
  InAppOwnershipType,
  type JWSRenewalInfoDecodedPayload,
  type JWSTransactionDecodedPayload,
  type ResponseBodyV2DecodedPayload,
  Type,
} from '@apple/app-store-server-library';

export const BUNDLE_ID = 'com.example.meals';
export const APP_ID = 1_234_567_890;

type Identified = 'originalTransactionId' | 'transactionId' | 'purchaseDate' | 'environment';
export type Transaction = JWSTransactionDecodedPayload & {
  [Name in Identified]-?: NonNullable<JWSTransactionDecodedPayload[Name]>;
};
export type Renewal = JWSRenewalInfoDecodedPayload;

const time = (date: string) => new Date(date).getTime();

/** The transaction of November 2026, for 7.99 dollars; the subscription was bought in September. */
export function createTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    originalTransactionId: '2000000100',
    transactionId: '2000000102',
    bundleId: BUNDLE_ID,
    productId: 'meals.monthly',
    subscriptionGroupIdentifier: '20800100',
    purchaseDate: time('2026-11-10T08:00:00Z'),
    originalPurchaseDate: time('2026-09-10T08:00:00Z'),
    expiresDate: time('2026-12-10T08:00:00Z'),
    quantity: 1,
    type: Type.AUTO_RENEWABLE_SUBSCRIPTION,
    appAccountToken: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
    inAppOwnershipType: InAppOwnershipType.PURCHASED,
    signedDate: time('2026-11-22T12:00:00Z'),
    environment: Environment.PRODUCTION,
    storefront: 'USA',
    currency: 'USD',
    price: 7_990,
    ...changes,
  };
}

/** It renews, at the same price. */
export function createRenewal(changes: Partial<Renewal> = {}): Renewal {
  return {
    originalTransactionId: '2000000100',
    productId: 'meals.monthly',
    autoRenewProductId: 'meals.monthly',
    autoRenewStatus: 1,
    isInBillingRetryPeriod: false,
    signedDate: time('2026-11-22T12:00:00Z'),
    environment: Environment.PRODUCTION,
    renewalDate: time('2026-12-10T08:00:00Z'),
    renewalPrice: 7_990,
    currency: 'USD',
    ...changes,
  };
}

/** Leaves out `data`, which differs by type. */
export function createMessage(changes: Partial<ResponseBodyV2DecodedPayload>): ResponseBodyV2DecodedPayload {
  return {
    notificationUUID: randomUUID(),
    version: '2.0',
    signedDate: time('2026-11-22T12:00:00Z'),
    ...changes,
  };
}

export function createData(changes: Partial<Data> = {}): Data {
  return {
    environment: Environment.PRODUCTION,
    appAppleId: APP_ID,
    bundleId: BUNDLE_ID,
    bundleVersion: '41',
    ...changes,
  };
}
