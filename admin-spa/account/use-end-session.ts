import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { endOwnSession } from '#contract/account.ts';
import { errorMessage } from '#forms/error-message.ts';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';
import { account } from './queries.ts';

const END = ['account', 'end'] as const;

/** Ends one session at a time per id. `ending` holds the ids of pending calls. */
export function useEndSession(): { ending: ReadonlySet<string>; end: (id: string) => void } {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: END,
    mutationFn: (id: string) => call(endOwnSession, { parameters: { id } }),
    async onSuccess({ message }, id) {
      toast.success(message || 'Signed out there.');
      const button = document.activeElement;
      await client.cancelQueries({ queryKey: account.queryKey });
      // The focused button is removed with its row.
      if (button?.closest('tr')) focusHeading(button);
      client.setQueryData(
        account.queryKey,
        (old) => old && { ...old, sessions: old.sessions.filter((session) => session.id !== id) },
      );
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // The session may have ended already.
      void client.invalidateQueries({ queryKey: account.queryKey });
    },
  });
  const ending = new Set(
    useMutationState({
      filters: { mutationKey: END, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  return { ending, end: (id) => ending.has(id) || mutate(id) };
}
