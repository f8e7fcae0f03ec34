import { Link } from 'wouter';
import type { OrderFound } from '#contract/purchases/orders.ts';
import { userAddress } from '../../../routes.ts';
import { When } from '../../../ui/date/When.tsx';
import { formatMinor } from '../../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';
import { Timeline } from '../../timeline/Timeline.tsx';
import { Fact } from '../Fact.tsx';
import { storeName } from '../store-name.ts';
import '../../timeline/timeline.scss';

/** What an order number stands for, and below it what happened to its purchase. */
export function FoundOrder({ order }: { order: OrderFound }) {
  const { purchase, user, refund } = order;
  if (!purchase && !user && order.paidAt === null) {
    return (
      <p>
        This order was for {storeName(order.store)}. The account it belonged to has been erased, so nothing
        more is shown.
      </p>
    );
  }
  return (
    <section className="found-order" aria-label={`Order ${order.order}`}>
      <dl className="facts">
        <Fact name="Store">
          {storeName(order.store)}
          {order.isTest && <small>Bought with a test account</small>}
        </Fact>
        <Fact name="Customer">
          {user ? <Link href={userAddress(user.id)}>{user.name}</Link> : 'Not linked to a user'}
        </Fact>
        <Fact name="Product">{order.product ?? EMPTY_VALUE}</Fact>
        <Fact name="Paid">
          <When at={order.paidAt} hasTime />
          {order.paidUntil && (
            <small>
              For the time until <When at={order.paidUntil} />
            </small>
          )}
        </Fact>
        <Fact name="Amount">
          {order.amount ? formatMinor(order.amount.minor, order.amount.currency) : EMPTY_VALUE}
          {refund && (
            <small>
              Refunded {refund.amount && formatMinor(refund.amount.minor, refund.amount.currency)}{' '}
              <When at={refund.at} />
            </small>
          )}
        </Fact>
        <Fact name="Order">
          <code>{order.order}</code>
          {order.orderState && <code>{order.orderState}</code>}
        </Fact>
        <Fact name="Subscription">
          {purchase?.state ? (
            <code>{purchase.state}</code>
          ) : purchase ? (
            'We’re asking the store.'
          ) : (
            EMPTY_VALUE
          )}
          {purchase?.stateAt && (
            <small>
              Asked <When at={purchase.stateAt} hasTime />
            </small>
          )}
        </Fact>
      </dl>
      {purchase?.isNew && <p>We didn’t know this purchase. We’re asking the store about it now.</p>}
      {purchase && (
        <>
          <h3>Timeline</h3>
          <Timeline purchaseId={purchase.id} isNew={purchase.isNew} />
        </>
      )}
    </section>
  );
}
