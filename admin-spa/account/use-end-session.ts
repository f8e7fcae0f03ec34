import { type QueryKey, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { errorMessage } from '#forms/error-message.ts';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';

type Ending = {
  mutationKey: QueryKey;
  /** Names the cached list of sessions. */
  queryKey: QueryKey;
  end: (id: string) => Promise<{ message: string }>;
  /** Removes the session from the cached list. */
  remove: (id: string) => void;
};

/** Ends one session at a time per id. `endingIds` holds the ids of pending calls. */
export function useEndSession({ mutationKey, queryKey, end, remove }: Ending): {
  endingIds: ReadonlySet<string>;
  endSession: (id: string) => void;
} {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: end,
    async onSuccess({ message }, id) {
      toast.success(message || 'Signed out there.');
      const button = document.activeElement;
      await client.cancelQueries({ queryKey });
      // The focused button is removed with its row.
      if (button?.closest('tr')) focusHeading(button);
      remove(id);
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // The session may have ended already.
      void client.invalidateQueries({ queryKey });
    },
  });
  const endingIds = new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  // Asked at the click, because a second one may come before the first one is rendered.
  const isEnding = (id: string) =>
    client.isMutating({ mutationKey, predicate: ({ state }) => state.variables === id }) > 0;
  return { endingIds, endSession: (id) => isEnding(id) || mutate(id) };
}
