import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { answerRefundRequest, type RefundRequest } from '#contract/refunds.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { overviewQuery } from '../../dashboard/queries.ts';
import { RadioField } from '../../ui/form/RadioField.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { companies, preferenceNames, preferencesOf, preferenceText, sentText } from './labels.ts';
import { putRequest } from './queries.ts';

type Props = {
  request: RefundRequest;
  /** Asks for the rows again. */
  refresh: () => void;
};

/** It goes once there is an answer. A refusal shows there, and the choice stays. */
export function AnswerForm({ request, refresh }: Props) {
  const { id, store, facts } = request;
  const form = useRef<HTMLFormElement>(null);
  useHeadingFocusOnRemoval(form);
  const client = useQueryClient();
  const [refusal, setRefusal] = useState('');
  const preferences = preferencesOf(store);
  const { errors, isSending, onSubmit } = useSubmit({
    validate: ({ preference }) => {
      setRefusal('');
      return preference ? null : { preference: 'Choose an answer.' };
    },
    async send(values) {
      const preference = preferences.find((one) => one === values.preference);
      if (!preference) return;
      const { data, message } = await call(answerRefundRequest, { parameters: { id }, body: { preference } });
      toast.success(message || 'The answer is on its way.');
      putRequest(client, data);
      refresh();
      void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
    },
    onError(error) {
      toast.error(errorMessage(error));
      // It stays here, because the notification goes.
      setRefusal(errorMessage(error));
      // Someone else has answered, or the time is over.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) refresh();
    },
  });
  return (
    <form
      ref={form}
      className="answer-form"
      method="post"
      noValidate
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <RadioField
        legend="Answer the store"
        name="preference"
        options={preferences.map((preference) => ({
          value: preference,
          name: preferenceNames[preference],
          text: preferenceText(preference, store),
        }))}
        error={errors.preference || refusal || undefined}
      />
      <p className="muted">
        {`${facts ? sentText(store, facts) : ''} Only the first answer counts: you can’t change it later. ${companies[store]} decides.`}
      </p>
      <SubmitButton isHydrated isBusy={isSending} label="Send answer" sending="Sending…" />
    </form>
  );
}
