import { type SyntheticEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { lookUpOrder, MAX_ORDER_NUMBER_LENGTH, type OrderFound } from '#contract/purchases/orders.ts';
import { errorMessage, errorStatus } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { AllowedLink } from '../../records/AllowedLink.tsx';
import { userAddress } from '../../routes.ts';
import { Card } from '../../ui/Card.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { storeName } from '../labels.tsx';
import { Timeline } from '../timeline/Timeline.tsx';
import { Fact } from './Fact.tsx';
import '../timeline/timeline.scss';

/** By the number in a customer's receipt. What was typed stays, whatever the answer is. */
export function OrderLookup() {
  const [number, setNumber] = useState('');
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLFormElement>(null);
  const { data, mutate, isPending, reset } = useSingleMutation({
    mutationFn: () => call(lookUpOrder, { body: { number: number.trim() } }),
    onError: (error) => {
      if (errorStatus(error) === 422) refuse(errorMessage(error));
      else toast.error(errorMessage(error));
    },
  });

  function refuse(message: string) {
    setMistake(message);
    const input = field.current?.elements.namedItem('number');
    if (input instanceof HTMLElement) input.focus();
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    setMistake(undefined);
    if (number.trim() !== '') mutate();
    else {
      reset();
      refuse('Enter the order number.');
    }
  }

  const result = data?.data;
  return (
    <Card title="Look up an order" titleId="order-title">
      <form className="order-form" noValidate ref={field} onSubmit={submit}>
        <Field
          name="number"
          label="Order number"
          hint="From the customer’s receipt, such as GPA.3345-1234-5678-90123 or MVXQ3N8B7D."
          value={number}
          maxLength={MAX_ORDER_NUMBER_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={isPending}
          error={mistake}
          onChange={(event) => setNumber(event.target.value)}
        />
        <SubmitButton isHydrated isBusy={isPending} label="Look up" sending="Looking up…" />
      </form>
      <div role="status">
        {result?.found.length === 0 &&
          (result.stores.length > 0
            ? result.stores.map(({ store, message }) => <p key={store}>{message}</p>)
            : 'No order has this number.')}
        {result && result.found.length > 0 && (
          <p className="visually-hidden">
            {`${result.found.length} ${result.found.length === 1 ? 'order was' : 'orders were'} found.`}
          </p>
        )}
      </div>
      {result?.found.map((order) => (
        <FoundOrder key={`${order.store} ${order.order}`} order={order} />
      ))}
    </Card>
  );
}

/** What an order number stands for, and below it what happened to its purchase. */
function FoundOrder({ order }: { order: OrderFound }) {
  const can = useCan();
  const { purchase, user, refund } = order;
  if (!purchase && !user && order.paidAt === null) {
    return (
      <p>{`This order was for ${storeName(order.store)}. The account it belonged to has been erased, so nothing more is shown.`}</p>
    );
  }
  return (
    <section className="found-order" aria-label={`Order ${order.order}`}>
      <dl className="facts">
        <Fact name="Store">
          <span>{storeName(order.store)}</span>
          {order.isTest && <small>Bought with a test account</small>}
        </Fact>
        <Fact name="Customer">
          {user ? (
            <AllowedLink needs="users:read" href={userAddress(user.id)}>
              {user.name}
            </AllowedLink>
          ) : (
            'Not linked to a user'
          )}
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
          <span>{order.amount ? formatMinor(order.amount.minor, order.amount.currency) : EMPTY_VALUE}</span>
          {refund && (
            <small>
              <span>{`Refunded ${refund.amount ? formatMinor(refund.amount.minor, refund.amount.currency) : ''}`}</span>{' '}
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
      {purchase && can('payments:read-history') && (
        <>
          <h3>Timeline</h3>
          <Timeline purchaseId={purchase.id} isNew={purchase.isNew} />
        </>
      )}
    </section>
  );
}
