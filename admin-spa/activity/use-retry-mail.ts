import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { retryMail as retryMailCall } from '#contract/mails.ts';
import { errorMessage } from '#forms/error-message.ts';
import { activityKey, givenUpMailsKey, givenUpMailsQuery } from './activity-queries.ts';

const retryKey = ['given-up-mails', 'retry'] as const;

/** Sends one mail at a time per id. `retryingIds` holds the ids of pending calls. */
export function useRetryMail(page: number): {
  retryingIds: ReadonlySet<string>;
  retryMail: (id: string) => void;
} {
  const client = useQueryClient();
  const queryKey = givenUpMailsKey;
  const { mutate } = useMutation({
    mutationKey: retryKey,
    mutationFn: (id: string) => call(retryMailCall, { parameters: { id } }),
    async onSuccess({ message }, id) {
      toast.success(message || 'The email is being sent again.');
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        givenUpMailsQuery(page).queryKey,
        (old) =>
          old && {
            ...old,
            data: old.data.filter((mail) => mail.id !== id),
            total: old.total === null ? null : Math.max(0, old.total - 1),
          },
      );
    },
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: activityKey });
    },
  });
  const retryingIds = new Set(
    useMutationState({
      filters: { mutationKey: retryKey, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  // Asked at the click, because a second one may come before the first one is rendered.
  const isSending = (id: string) =>
    client.isMutating({ mutationKey: retryKey, predicate: ({ state }) => state.variables === id }) > 0;
  return { retryingIds, retryMail: (id) => isSending(id) || mutate(id) };
}
