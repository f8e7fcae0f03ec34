import { RETRY_NOTES, readPaymentChecks, retryPayment } from '#contract/payments/checks.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import { readRecoveryFigures } from '#contract/payments/figures.ts';
import { failedPayments, type PaymentsQuery } from '#contract/payments/list.ts';
import { refuseReminders, remindCustomer } from '#contract/payments/reminders.ts';
import { failedPaymentValues } from '#contract/payments/values.ts';
import { listUnattributed, readStoreHealth, requestTestNotification } from '#contract/purchases/health.ts';
import { lookUpOrder } from '#contract/purchases/orders.ts';
import { readTimeline } from '#contract/purchases/timeline.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { readOverview } from '#contract/statistics/overview.ts';
import { addReminders, makeRemindable } from '../prepare/reminders.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getAbsentKeyword, getKeyword } from './keywords.ts';

/** A thousand users have a full page of this size in each state. */
const ROWS_PER_PAGE = 10;

/** Without properties that are undefined. */
type Query = { [Name in keyof PaymentsQuery]?: NonNullable<PaymentsQuery[Name]> };

const payer = ({ samples }: Side, turn: number) => pick(samples.payers, turn);
const direction = (turn: number) => pick(['asc', 'desc'] as const, turn);
const thisMonth = new Date().toISOString().slice(0, 7);
const states = ['unchecked', 'still_failing', 'not_retryable', 'store_unreachable', 'recovered'] as const;

const lists: Readonly<Record<string, (side: Side, turn: number) => Query>> = {
  ...Object.fromEntries(states.map((state) => [state, () => ({ state })])),
  'a store': (_, turn) => ({ platform: pick(['ios', 'android'], turn) }),
  'a day': () => ({ age: 'day' }),
  'a month': () => ({ age: 'month' }),
  older: () => ({ age: 'older' }),
  'recovered this month': () => ({ recovered: thisMonth }),
  'recovered this month, by email': () => ({ recovered: thisMonth, sort: 'email' }),
  'by email': (_, turn) => ({ sort: 'email', order: direction(turn) }),
  'by last check': (_, turn) => ({ sort: 'checked', order: direction(turn) }),
  'by deadline': (_, turn) => ({ sort: 'deadline', order: direction(turn) }),
  'still failing, by deadline': (_, turn) => ({
    state: 'still_failing',
    sort: 'deadline',
    order: direction(turn),
  }),
  'giving up within a week': () => ({ deadline: 'week' }),
  'giving up within a week, by deadline': () => ({ deadline: 'week', sort: 'deadline' }),
  'with access': () => ({ access: 'yes' }),
  'without access': () => ({ access: 'no' }),
  'by email, of a month': () => ({ sort: 'email', age: 'month' }),
  'not retryable, of a store, by last check': () => ({
    state: 'not_retryable',
    platform: 'ios',
    sort: 'checked',
  }),
  'page 900': ({ samples }, turn) => ({
    page: Math.max(1, Math.min(900 - (turn % 20), Math.floor(samples.openPayments / ROWS_PER_PAGE))),
  }),
  'one letter': (_, turn) => ({ keyword: getKeyword('one letter', turn) }),
  'two letters': (_, turn) => ({ keyword: getKeyword('two letters', turn) }),
  'a first name': (_, turn) => ({ keyword: getKeyword('a first name', turn) }),
  'an accented name': (_, turn) => ({ keyword: getKeyword('an accented name', turn) }),
  'two Chinese characters': (_, turn) => ({ keyword: getKeyword('two Chinese characters', turn) }),
  'a domain': (_, turn) => ({ keyword: getKeyword('a domain', turn) }),
  'a product': (_, turn) => ({ keyword: pick(['monthly', 'annual', 'family'], turn) }),
  'a whole email': (side, turn) => ({ keyword: payer(side, turn).email }),
  'an id': (side, turn) => ({ keyword: String(payer(side, turn).id) }),
  'a text that is not there': (_, turn) => ({ keyword: getAbsentKeyword(turn) }),
  'a first name, of a store, by email': (_, turn) => ({
    keyword: getKeyword('a first name', turn),
    platform: 'ios',
    sort: 'email',
  }),
};

export const paymentCalls: readonly Call[] = [
  call(subscriptionStatistics, () => ({})),
  call(readOverview, () => ({})),
  call(exportStatistics, () => ({})),
  call(failedPayments, () => ({})),
  ...Object.entries(lists).map(([variant, query]) =>
    call(
      failedPayments,
      (side, turn) => ({ query: { page: 1, pageSize: ROWS_PER_PAGE, ...query(side, turn) } }),
      variant,
    ),
  ),
  call(failedPaymentValues, () => ({})),
  call(readRecoveryFigures, () => ({})),
  call(exportPayments, (side, turn) => ({ query: { keyword: payer(side, turn).email } }), 'of one customer'),
  call(retryPayment, ({ samples }, turn) => ({
    parameters: { id: pick(samples.payments, turn) },
    body: { notes: RETRY_NOTES },
  })),
  preparedCall(
    remindCustomer,
    ({ db }, count) => makeRemindable(db, count),
    (id) => ({ parameters: { id } }),
  ),
  preparedCall(
    refuseReminders,
    ({ db }, count) => addReminders(db, count),
    (token) => ({ parameters: { token } }),
  ),
  // After the retries, which it lists.
  call(readPaymentChecks, ({ samples }, turn) => ({ parameters: { id: pick(samples.payments, turn) } })),
  call(readTimeline, ({ samples }, turn) => ({ parameters: { purchaseId: pick(samples.purchases, turn) } })),
  // The stores are the sandbox.
  call(lookUpOrder, (_, turn) => ({ body: { number: `GPA.3345-1234-5678-${10_000 + turn}` } })),
  call(readStoreHealth, () => ({})),
  call(listUnattributed, () => ({ query: { page: 1, pageSize: 20 } })),
  call(requestTestNotification, () => ({ body: { store: 'ios' } })),
];
