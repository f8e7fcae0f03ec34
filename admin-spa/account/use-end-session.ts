import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { endOwnSession } from '#contract/account.ts';
import { errorMessage } from '#forms/error-message.ts';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';
import { accountQuery } from './queries.ts';

const endSessionKey = ['account', 'end'] as const;

/** Ends one session at a time per id. `endingIds` holds the ids of pending calls. */
export function useEndSession(): { endingIds: ReadonlySet<string>; endSession: (id: string) => void } {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: endSessionKey,
    mutationFn: (id: string) => call(endOwnSession, { parameters: { id } }),
    async onSuccess({ message }, id) {
      toast.success(message || 'Signed out there.');
      const button = document.activeElement;
      await client.cancelQueries({ queryKey: accountQuery.queryKey });
      // The focused button is removed with its row.
      if (button?.closest('tr')) focusHeading(button);
      client.setQueryData(
        accountQuery.queryKey,
        (old) => old && { ...old, sessions: old.sessions.filter((session) => session.id !== id) },
      );
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // The session may have ended already.
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const endingIds = new Set(
    useMutationState({
      filters: { mutationKey: endSessionKey, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  return { endingIds, endSession: (id) => endingIds.has(id) || mutate(id) };
}
