import { type SyntheticEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { lookUpOrder, MAX_ORDER_NUMBER_LENGTH } from '#contract/purchases/orders.ts';
import { errorMessage, errorStatus } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { FoundOrder } from './FoundOrder.tsx';

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
            {result.found.length} {result.found.length === 1 ? 'order was' : 'orders were'} found.
          </p>
        )}
      </div>
      {result?.found.map((order) => (
        <FoundOrder key={`${order.store} ${order.order}`} order={order} />
      ))}
    </Card>
  );
}
