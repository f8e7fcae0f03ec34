import { Link } from 'wouter';
import type { RefundReviews as Reviews } from '#contract/statistics/overview.ts';
import { routes } from '../../routes.ts';
import { When } from '../../ui/date/When.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { formatCount } from '../../ui/format/format.ts';

/** Order management. Google documents no address of a single order: its number goes into the search there. */
const PLAY_ORDERS = 'https://play.google.com/console/developers/orders';

/** Each question of a store with its order and when the answer is due, and how to answer. Loaded only if there is one. */
export function RefundReviews({ reviews: { count, soonest } }: { reviews: Reviews }) {
  const isOf = (store: 'ios' | 'android') => soonest.some((review) => review.store === store);
  return (
    <div className="reviews">
      <ul aria-label="Refund questions">
        {soonest.map(({ store, order, dueAt }) => (
          <li key={`${store} ${order} ${dueAt}`}>
            <Order store={store} order={order} />
            <span>{store === 'android' ? 'Chargeback, Google Play' : 'Refund, App Store'}</span>
            <span>
              Answer by <When at={dueAt} hasTime />
            </span>
          </li>
        ))}
      </ul>
      {count > soonest.length && (
        <p className="muted">And {formatCount(count - soonest.length)} more that are due later.</p>
      )}
      {isOf('android') && (
        <p className="muted">
          Google Play: without an answer, you pay for the chargeback. Google takes the answer through its API
          only, so ask your developers to send it. A link opens Play Console and copies the order number for
          the search there.
        </p>
      )}
      {isOf('ios') && (
        <p className="muted">
          App Store: if the customer has agreed to it, ask your developers to send Apple the consumption
          information. App Store Connect has no page for an order, so look it up in{' '}
          <Link href={routes.paymentStores}>Store connections</Link>.
        </p>
      )}
    </div>
  );
}

function Order({ store, order }: Pick<Reviews['soonest'][number], 'store' | 'order'>) {
  if (order === null) return <span>Order not named</span>;
  if (store === 'ios') return <code>{order}</code>;
  return (
    <a
      href={PLAY_ORDERS}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => void copyText(order, 'Order number')}
    >
      {order}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
