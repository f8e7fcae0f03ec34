import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import {
  doStoreAct,
  extendCauses,
  MAX_DEFERRED_DAYS,
  MAX_EXTENDED_DAYS,
  MAX_REASON_LENGTH,
  readStoreActs,
  revokeRefunds,
  type StoreAct,
  type StoreActKind,
  type StoreActs as StoreActsAnswer,
} from '#contract/purchases/acts.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { type FieldErrors, type FormValues, useSubmit } from '#forms/use-submit.ts';
import { storeActLabels, storeActResultLabels } from '../../audit/labels.ts';
import { QueryStates } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { RadioField } from '../../ui/form/RadioField.tsx';
import { formatMinor } from '../../ui/format/currency.ts';
import { dayOf } from '../../ui/format/day.ts';
import { formatDate } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { historiesKey, timelineKey, userQuery } from '../queries.ts';
import './store-acts.scss';

/** It needs `stores:change`. What is possible depends on the store, so each dialog asks again. */
function storeActsQuery(subscriptionId: string | number) {
  return queryOptions({
    queryKey: ['users', 'store-acts', String(subscriptionId)],
    queryFn: ({ signal }) => call(readStoreActs, { parameters: { id: subscriptionId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

type Props = {
  /** It has an id. */
  subscription: Subscription;
  userId: string;
  onClosed: () => void;
};

/** Open while it is rendered: a form, then the question, then the result. The form keeps what was typed. */
export function StoreActs({ subscription, userId, onClosed }: Props) {
  const { plan, startDate } = subscription;
  const id = subscription.id ?? '';
  const dialog = useRef<HTMLDialogElement>(null);
  const fieldId = useId();
  const client = useQueryClient();
  const query = useQuery(storeActsQuery(id));
  // The page below the dialog has asked for it.
  const customer = useQuery(userQuery(userId)).data?.data?.first_name ?? null;
  const acts = query.data?.data;
  const [asked, setAsked] = useState<StoreAct | null>(null);
  const [failure, setFailure] = useState('');
  const [result, setResult] = useState<string | null>(null);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (act: StoreAct) => call(doStoreAct, { parameters: { id }, body: act }),
    onSuccess: ({ data, message }) => {
      client.setQueryData(storeActsQuery(id).queryKey, (old) => old && { ...old, data });
      const text = message || 'Done.';
      if (dialog.current?.open) setResult(text);
      else toast.success(text);
    },
    onError: (error) => {
      const text = failureText(error);
      // The dialog would cover a notification.
      if (dialog.current?.open) setFailure(text);
      else toast.error(text);
    },
    // A refusal, too, says that something has changed.
    onSettled: () => {
      const keys = [
        storeActsQuery(id).queryKey,
        historiesKey,
        timelineKey(userId),
        userQuery(userId).queryKey,
      ];
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });

  const step = result !== null ? 'result' : asked ? 'question' : 'form';
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    // Not a button that goes once the actions are loaded.
    shown?.querySelector('h2')?.focus();
  }, []);

  function close() {
    if (isPending) return;
    dialog.current?.close();
    onClosed();
  }
  const texts = asked && acts ? questionOf(asked, { acts, plan, customer }) : null;
  return (
    <dialog
      ref={dialog}
      className="confirm store-acts"
      aria-labelledby={`${fieldId}-title`}
      aria-describedby={step === 'form' ? undefined : `${fieldId}-text`}
      onCancel={(event) => isPending && event.preventDefault()}
      onKeyDown={(event) => isPending && event.key === 'Escape' && event.preventDefault()}
      onClose={onClosed}
    >
      {/* It is where the focus goes if a control in it is removed. */}
      <section>
        <StepHeading key={step} id={`${fieldId}-title`}>
          {step === 'result' ? 'Done' : (texts?.title ?? 'Store actions')}
        </StepHeading>
        <p className="muted">{`${plan ?? 'The subscription'} from ${formatDate(startDate)}`}</p>
        {step !== 'result' && (
          <QueryStates
            query={query}
            failure="The store actions couldn’t be loaded."
            isLoaded={acts !== undefined}
          >
            {acts && <ActForm acts={acts} isHidden={step !== 'form'} onAsk={setAsked} onClose={close} />}
          </QueryStates>
        )}
        {step === 'form' && !acts && <CloseButton onClick={close} />}
        {step === 'question' && asked && texts && (
          <>
            <p id={`${fieldId}-text`}>{texts.text}</p>
            <p className="muted">{`Reason: ${asked.reason}`}</p>
            {failure && (
              <p className="problem" role="alert">
                {failure}
              </p>
            )}
            <div className="choices">
              <button
                type="button"
                className="secondary"
                aria-disabled={isPending || undefined}
                onClick={() => {
                  if (isPending) return;
                  setAsked(null);
                  setFailure('');
                }}
              >
                Back
              </button>
              <button
                type="button"
                className={texts.isDestructive ? 'contrast' : undefined}
                aria-disabled={isPending || undefined}
                onClick={() => {
                  setFailure('');
                  mutate(asked);
                }}
              >
                {isPending ? 'Asking the store…' : texts.label}
              </button>
            </div>
          </>
        )}
        {/* It is there before its text, so that screen readers say it. */}
        <div role="status">{result !== null && <p id={`${fieldId}-text`}>{result}</p>}</div>
        {step === 'result' && <CloseButton onClick={close} />}
        {acts && (step !== 'question' || failure !== '') && <DoneBefore done={acts.done} />}
      </section>
    </dialog>
  );
}

/** Each step has its own, which takes the focus. */
function StepHeading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1}>
      {children}
    </h2>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="choices">
      <button type="button" className="secondary" onClick={onClick}>
        Close
      </button>
    </div>
  );
}

type FormProps = {
  acts: StoreActsAnswer;
  isHidden: boolean;
  onAsk: (act: StoreAct) => void;
  onClose: () => void;
};

function ActForm({ acts, isHidden, onAsk, onClose }: FormProps) {
  const { possible } = acts;
  const [chosen, setChosen] = useState<StoreActKind | null>(null);
  // After a failure, less may be possible than before.
  const kind = possible.length === 1 ? possible[0] : possible.find((one) => one === chosen);
  const { errors, isSending, onSubmit } = useSubmit({
    validate: (values) => {
      const read = readAct(values);
      return 'problems' in read ? read.problems : null;
    },
    async send(values) {
      const read = readAct(values);
      if ('act' in read) onAsk(read.act);
    },
    // Nothing is sent yet.
    onError: () => undefined,
  });
  if (possible.length === 0) {
    return isHidden ? null : (
      <>
        <p>
          {acts.store
            ? 'Nothing can be done there now.'
            : 'No store knows this subscription, so nothing can be done there.'}
        </p>
        <Notes acts={acts} />
        <CloseButton onClick={onClose} />
      </>
    );
  }
  return (
    <form method="post" noValidate hidden={isHidden} onSubmit={onSubmit}>
      <RadioField
        legend="What to do"
        name="kind"
        options={possible.map((one) => ({
          value: one,
          name: storeActLabels[one],
          text: sentenceOf(one, acts),
        }))}
        error={errors.kind}
        chosen={{ value: kind, choose: setChosen }}
      />
      {/* Another choice keeps what was typed for this one. */}
      <div hidden={kind !== 'extend'}>
        <DaysField name="extend_days" max={MAX_EXTENDED_DAYS} error={errors.extend_days} />
        <Choice name="cause" label="What for" error={errors.cause} options={causeOptions} />
      </div>
      <div hidden={kind !== 'defer'}>
        <DaysField name="defer_days" max={MAX_DEFERRED_DAYS} error={errors.defer_days} />
      </div>
      <RadioField
        legend="What is given back"
        name="refund"
        options={revokeRefunds.map((value) => ({ value, name: refundNames[value] }))}
        error={errors.refund}
        isHidden={kind !== 'revoke'}
      />
      <div hidden={kind !== 'refund'}>
        <Choice name="order" label="Order" error={errors.order} options={orderOptions(acts)} />
      </div>
      <Field
        name="reason"
        label="Reason"
        hint="Others will read it in the activity log."
        error={errors.reason}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        required
      />
      <Notes acts={acts} />
      <div className="choices">
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
        <SubmitButton isHydrated isBusy={isSending} label="Continue" sending="Continue" />
      </div>
    </form>
  );
}

function DaysField({ name, max, error }: { name: string; max: number; error: string | undefined }) {
  return (
    <Field
      name={name}
      label="Days"
      type="number"
      min={1}
      max={max}
      hint={`1 to ${max}`}
      error={error}
      required
    />
  );
}

type Options = readonly (readonly [value: string, name: string])[];
type ChoiceProps = { name: string; label: string; error: string | undefined; options: Options };

function Choice({ name, label, error, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      >
        {/* A single one is the choice. */}
        {options.length !== 1 && <option value="">Choose…</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <small id={`${id}-error`} className="error">
          {error}
        </small>
      )}
    </div>
  );
}

/** Why the rest is not possible, and where the customer asks. */
function Notes({ acts: { store, because } }: { acts: StoreActsAnswer }) {
  return (
    <div className="notes">
      {because.map((sentence) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
      {store === 'ios' && (
        <p className="muted">
          <span>Apple refunds on its own. The customer asks at </span>
          <a href="https://reportaproblem.apple.com" target="_blank" rel="noopener noreferrer">
            reportaproblem.apple.com
          </a>
          <span> (opens in a new tab).</span>
        </p>
      )}
    </div>
  );
}

function DoneBefore({ done }: Pick<StoreActsAnswer, 'done'>) {
  const id = useId();
  if (done.length === 0) return null;
  return (
    <div className="done-before">
      <h3 id={id}>Done before</h3>
      <ul aria-labelledby={id}>
        {done.map(({ kind, at, by, result, text, reason }) => (
          <li key={`${at} ${kind}`}>
            <p>
              <strong>{storeActLabels[kind]}</strong>
            </p>
            <p>
              <span>{`${storeActResultLabels[result]}, `}</span>
              <When at={at} hasTime />
              <span>, </span>
              <bdi>{by}</bdi>
            </p>
            <p>{text}</p>
            <p className="muted">{`Reason: ${reason}`}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const refundNames: Readonly<Record<(typeof revokeRefunds)[number], string>> = {
  full: 'All of the last payment',
  prorated: 'The part that isn’t used',
};

const causeNames: Readonly<Record<(typeof extendCauses)[number], string>> = {
  satisfaction: 'Customer satisfaction',
  service_issue: 'A problem of our service',
  other: 'Another reason',
};
const causeOptions: Options = extendCauses.map((cause) => [cause, causeNames[cause]]);

type Order = StoreActsAnswer['orders'][number];

const amountOf = (order: Order | undefined) =>
  order?.amount ? formatMinor(order.amount.minor, order.amount.currency) : null;

function orderOptions({ orders }: StoreActsAnswer): Options {
  return orders.map((order) => [
    order.order,
    [formatDate(order.at), amountOf(order)].filter(Boolean).join(', '),
  ]);
}

/** Says what an act does, before anything is typed. */
function sentenceOf(kind: StoreActKind, { paidUntil, extensionsLeft }: StoreActsAnswer): string {
  const left = extensionsLeft === null ? '' : `: ${extensionsLeft} left`;
  return {
    extend: `The next renewal moves by these days. The customer pays nothing for them. Apple allows this twice in 365 days${left}.`,
    defer: 'The customer keeps access, and pays that many days later.',
    cancel: cancelText(paidUntil),
    revoke: 'Access ends at once.',
    refund: 'The customer gets the money of one order back, and keeps the access.',
  }[kind];
}

function cancelText(paidUntil: string | null): string {
  const end = paidUntil === null ? 'the end of the paid time' : formatDate(paidUntil);
  return `Access stays until ${end}, and nothing is charged after it. The customer can take it back in Google Play.`;
}

type Read = { readonly act: StoreAct } | { readonly problems: FieldErrors };

/** Reads the fields of the chosen act. Problems are in the order of the fields. */
function readAct(values: FormValues): Read {
  const reason = (values.reason ?? '').trim();
  const read = readFields(values, reason);
  if (reason !== '') return read;
  const problems = 'problems' in read ? read.problems : {};
  return { problems: { ...problems, reason: 'A reason is required.' } };
}

function readFields(values: FormValues, reason: string): Read {
  const { kind, order = '' } = values;
  if (kind === 'extend') {
    const days = readDays(values.extend_days, MAX_EXTENDED_DAYS);
    const cause = extendCauses.find((one) => one === values.cause);
    if (days !== null && cause) return { act: { kind, days, cause, reason } };
    return {
      problems: {
        ...(days === null && { extend_days: daysProblem(MAX_EXTENDED_DAYS) }),
        ...(!cause && { cause: 'Choose what the extension is for.' }),
      },
    };
  }
  if (kind === 'defer') {
    const days = readDays(values.defer_days, MAX_DEFERRED_DAYS);
    if (days === null) return { problems: { defer_days: daysProblem(MAX_DEFERRED_DAYS) } };
    return { act: { kind, days, reason } };
  }
  if (kind === 'cancel') return { act: { kind, reason } };
  if (kind === 'revoke') {
    const refund = revokeRefunds.find((one) => one === values.refund);
    return refund
      ? { act: { kind, refund, reason } }
      : { problems: { refund: 'Choose how much is given back.' } };
  }
  if (kind === 'refund')
    return order ? { act: { kind, order, reason } } : { problems: { order: 'Choose the order.' } };
  return { problems: { kind: 'Choose what to do.' } };
}

function readDays(text: string | undefined, max: number): number | null {
  const days = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return days >= 1 && days <= max ? days : null;
}

const daysProblem = (max: number) => `Enter the days, from 1 to ${max}.`;

type Question = {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly isDestructive: boolean;
};
type Facts = { acts: StoreActsAnswer; plan: string | null; customer: string | null };

/** Says exactly what the store will do. */
function questionOf(act: StoreAct, { acts, plan, customer }: Facts): Question {
  const whose = customer ? `${customer}’s` : 'the customer’s';
  const subscription = plan ? `${whose} ${plan} subscription` : `${whose} subscription`;
  const forever = 'This can’t be undone.';
  switch (act.kind) {
    case 'extend':
      return {
        title: 'Extend the subscription?',
        text: `Apple will move the next renewal of ${subscription} by ${moveText(act.days, acts)}. The customer pays nothing for these days. ${forever}`,
        label: `Extend by ${daysText(act.days)}`,
        isDestructive: false,
      };
    case 'defer':
      return {
        title: 'Move the next renewal?',
        text: `Google will move the next renewal of ${subscription} by ${moveText(act.days, acts)}. The customer keeps access, and pays that many days later. ${forever}`,
        label: `Move by ${daysText(act.days)}`,
        isDestructive: false,
      };
    case 'cancel':
      return {
        title: 'Cancel the renewal?',
        text: `Google will stop the renewal of ${subscription}. ${cancelText(acts.paidUntil)}`,
        label: 'Cancel the renewal',
        isDestructive: true,
      };
    case 'revoke': {
      const money =
        act.refund === 'full' ? 'all of the last payment' : 'the part of the last payment that isn’t used';
      return {
        title: 'End it now and give money back?',
        text: `Google will end ${subscription} now and give back ${money}. ${forever}`,
        label: 'End it now',
        isDestructive: true,
      };
    }
    case 'refund': {
      const order = acts.orders.find((one) => one.order === act.order);
      const amount = amountOf(order);
      const day = order ? ` of ${formatDate(order.at)}` : '';
      return {
        title: 'Refund an order?',
        text: `Google will give back ${amount ?? 'the money'} for the order${day} of ${subscription}. The customer keeps the access. ${forever}`,
        label: amount ? `Refund ${amount}` : 'Refund the order',
        isDestructive: true,
      };
    }
  }
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);

function moveText(days: number, { paidUntil }: StoreActsAnswer): string {
  if (paidUntil === null) return daysText(days);
  const later = formatDate(dayOf(new Date(paidUntil), { daysLater: days }));
  return `${daysText(days)}, from ${formatDate(paidUntil)} to ${later}`;
}

/** Without an answer of our server it is not known what the store has done. */
function failureText(error: unknown): string {
  const isUnanswered = error instanceof ApiError && !error.isFromServer && error.kind !== 'session';
  const text = errorMessage(error);
  return isUnanswered
    ? `${text} It may have been done all the same: then it shows under “Done before”.`
    : text;
}
