import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import {
  type Courtesy,
  grantCourtesy,
  MAX_COURTESY_DAYS,
  MAX_REASON_LENGTH,
  readCourtesy,
  revokeCourtesy,
} from '#contract/users/courtesy.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { readDay } from '../../ui/format/day.ts';
import { formatDate, fullName } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { timelineKey, userQuery } from '../queries.ts';
import { useTextDraft } from './text-drafts.ts';

const TITLE = 'courtesy-title';

/** It needs `courtesy:grant`. */
function courtesyQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'courtesy', userId],
    queryFn: ({ signal }) => call(readCourtesy, { parameters: { userId }, signal }),
  });
}

type Props = { user: User; userId: string; isClosed: boolean };

/** Shows access that administrators grant without a subscription. None is granted to a closed account. */
export function CourtesyAccess({ user, userId, isClosed }: Props) {
  const query = useQuery(courtesyQuery(userId));
  useErrorToast(query.error, query.errorUpdatedAt);
  const courtesy = query.data?.data;
  return (
    <Card title="Courtesy access" titleId={TITLE} className="card line">
      <QueryStates
        query={query}
        failure="The courtesy access couldn’t be loaded."
        isLoaded={courtesy !== undefined}
      >
        {courtesy ? (
          <GrantedAccess courtesy={courtesy} user={user} userId={userId} />
        ) : (
          <p className="muted">{courtesy === null ? 'None. Access depends on a subscription.' : '\u00a0'}</p>
        )}
      </QueryStates>
      {!isClosed && <CourtesyForm userId={userId} isReplacing={Boolean(courtesy)} />}
    </Card>
  );
}

function GrantedAccess({ courtesy, user, userId }: Omit<Props, 'isClosed'> & { courtesy: Courtesy }) {
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(frame);
  const { queryKey } = courtesyQuery(userId);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(revokeCourtesy, { parameters: { userId } }),
    onSuccess: ({ message }) => {
      client.setQueryData(queryKey, (old) => old && { ...old, data: null });
      // A pending answer may be older than that.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
      void client.invalidateQueries({ queryKey: userQuery(userId).queryKey });
      toast.success(message || 'Access revoked');
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // It may have ended, or a colleague has revoked it.
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <div ref={frame} className="courtesy">
      <p>
        Access until <b>{formatDate(courtesy.until)}</b>
        <span>{`, granted by ${courtesy.grantedBy} on`}</span> <When at={courtesy.grantedAt} />
        <span>{`: ${courtesy.reason}`}</span>
      </p>
      <ConfirmButton
        label="Revoke access"
        busyLabel="Revoking…"
        isBusy={isPending}
        title={`Revoke ${fullName(user)}’s courtesy access?`}
        isDestructive
        onConfirm={() => mutate()}
      >
        It ends right away. Any subscription stays as it is.
      </ConfirmButton>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** Returns a day as `YYYY-MM-DD` in UTC, like the days of the server. */
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** It is open from the start where something was typed before. It keeps what was typed until that is stored. */
function CourtesyForm({ userId, isReplacing }: { userId: string; isReplacing: boolean }) {
  const client = useQueryClient();
  const [until, setUntil] = useTextDraft('courtesy-until', userId);
  const [reason, setReason] = useTextDraft('courtesy-reason', userId);
  const [isChecked, setIsChecked] = useState(false);
  const [isOpen, setIsOpen] = useState(until !== '' || reason !== '');
  const opener = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (day: string) =>
      call(grantCourtesy, { parameters: { userId }, body: { until: day, reason: reason.trim() } }),
    onSuccess: ({ data, message }) => {
      client.setQueryData(courtesyQuery(userId).queryKey, (old) => old && { ...old, data });
      void client.invalidateQueries({ queryKey: courtesyQuery(userId).queryKey });
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
      void client.invalidateQueries({ queryKey: userQuery(userId).queryKey });
      setUntil('');
      setReason('');
      setIsChecked(false);
      setIsOpen(false);
      opener.current?.focus();
      toast.success(message || 'Access granted');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  const read = readDay(until);
  const dayError = 'problem' in read ? read.problem : findDayError(read.day);
  const reasonError = reason.trim() === '' ? 'A reason is required' : undefined;

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsChecked(true);
    const wrong = dayError ? 'until' : reasonError ? 'reason' : null;
    const field = wrong && event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
    else if ('day' in read) mutate(read.day);
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className="secondary"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isReplacing ? 'Change…' : 'Grant…'}
      </button>
      {isOpen && (
        <form className="courtesy-form" noValidate onSubmit={submit}>
          <DayField
            name="until"
            label="Until the end of"
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
            isQuiet
          />
        </form>
      )}
    </>
  );
}

function findDayError(day: string): string | undefined {
  if (day === '') return 'The day is required';
  if (day < dayFromNow(0)) return 'This day has passed. Choose today or a later day.';
  const isTooLate = day > dayFromNow(MAX_COURTESY_DAYS);
  return isTooLate ? `Choose a day in the next ${MAX_COURTESY_DAYS} days.` : undefined;
}
