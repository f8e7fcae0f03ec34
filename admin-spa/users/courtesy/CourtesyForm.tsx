import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { grantCourtesy, MAX_COURTESY_DAYS, MAX_REASON_LENGTH } from '#contract/users/courtesy.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { auditKey } from '../queries.ts';
import { useTextDraft } from '../text-drafts.ts';
import { courtesyQuery } from './courtesy-query.ts';

const DAY_MS = 86_400_000;

/** In UTC, like the days of the server. */
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What was typed stays until it is stored. */
export function CourtesyForm({ userId, isReplacing }: { userId: string; isReplacing: boolean }) {
  const client = useQueryClient();
  const [until, setUntil] = useTextDraft('courtesy-until', userId);
  const [reason, setReason] = useTextDraft('courtesy-reason', userId);
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(grantCourtesy, { parameters: { userId }, body: { until, reason: reason.trim() } }),
    onSuccess: ({ data, message }) => {
      client.setQueryData(courtesyQuery(userId).queryKey, (old) => old && { ...old, data });
      void client.invalidateQueries({ queryKey: courtesyQuery(userId).queryKey });
      void client.invalidateQueries({ queryKey: auditKey(userId) });
      setUntil('');
      setReason('');
      setIsChecked(false);
      toast.success(message || 'Access granted');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  const dayError = findDayError(until);
  const reasonError = reason.trim() === '' ? 'A reason is required' : undefined;

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsChecked(true);
    const wrong = dayError ? 'until' : reasonError ? 'reason' : null;
    const field = wrong && event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
    else mutate();
  }

  return (
    <form className="courtesy-form" noValidate onSubmit={submit}>
      <Field
        name="until"
        label="Until the end of"
        type="date"
        min={dayFromNow(0)}
        max={dayFromNow(MAX_COURTESY_DAYS)}
        value={until}
        readOnly={isPending}
        error={isChecked ? dayError : undefined}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Field
        name="reason"
        label="Reason"
        value={reason}
        maxLength={MAX_REASON_LENGTH}
        readOnly={isPending}
        error={isChecked ? reasonError : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <SubmitButton
        isHydrated
        isBusy={isPending}
        label={isReplacing ? 'Change access' : 'Grant access'}
        sending="Saving…"
      />
    </form>
  );
}

function findDayError(until: string): string | undefined {
  if (until === '') return 'The day is required';
  if (until < dayFromNow(0)) return 'This day has passed. Choose today or a later day.';
  const isTooLate = until > dayFromNow(MAX_COURTESY_DAYS);
  return isTooLate ? `Choose a day in the next ${MAX_COURTESY_DAYS} days.` : undefined;
}
