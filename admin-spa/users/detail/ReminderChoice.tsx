import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { readReminderChoice, setReminderChoice } from '#contract/users/reminders.ts';
import { errorMessage } from '#forms/error-message.ts';
import { failedPaymentsKey } from '../../payments/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { When } from '../../ui/format/When.tsx';
import { timelineKey } from '../queries.ts';

const TITLE = 'reminder-choice-title';

const reminderChoiceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'reminders', userId],
    queryFn: ({ signal }) => call(readReminderChoice, { parameters: { userId }, signal }),
  });

/** Shows whether emails may remind the user of failed payments, as they chose by a link in one or told us. */
export function ReminderChoice({ userId, isClosed }: { userId: string; isClosed: boolean }) {
  const client = useQueryClient();
  const query = useQuery(reminderChoiceQuery(userId));
  useErrorToast(query.error, query.errorUpdatedAt);
  const { queryKey } = reminderChoiceQuery(userId);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (body: { isRefused: boolean }) => call(setReminderChoice, { parameters: { userId }, body }),
    onSuccess: ({ data, message }) => {
      client.setQueryData(queryKey, (old) => old && { ...old, data });
      toast.success(message || 'Saved');
      // A pending answer may be older than the choice.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
      void client.invalidateQueries({ queryKey: failedPaymentsKey });
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  const choice = query.data?.data;
  const isRefused = Boolean(choice?.refusedAt);
  const openText = isClosed
    ? 'No reminders are sent to a deleted account.'
    : 'We may email this user when a payment fails.';
  return (
    <Card title="Payment reminders" titleId={TITLE} className="card line">
      <QueryStates
        query={query}
        failure="The reminder setting couldn’t be loaded."
        isLoaded={choice !== undefined}
      >
        <div className="reminder-choice">
          <p className={isRefused ? undefined : 'muted'}>
            {isRefused ? (
              <>
                Refused on <When at={choice?.refusedAt ?? null} />. No reminders are sent.
              </>
            ) : (
              openText
            )}
          </p>
          {choice && !isClosed && (
            <button
              type="button"
              className="secondary"
              aria-disabled={isPending || undefined}
              onClick={() => !isPending && mutate({ isRefused: !isRefused })}
            >
              {isRefused ? 'Allow reminders' : 'Stop reminders'}
            </button>
          )}
        </div>
      </QueryStates>
    </Card>
  );
}
