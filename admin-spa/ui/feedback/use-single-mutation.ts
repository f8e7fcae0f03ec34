import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Works as `useMutation`, but a second press starts nothing: `isPending` is true only after the next render. */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const isRunning = useRef(false);
  const { mutate, isPending, variables, data, reset } = useMutation({
    ...options,
    // The callbacks of a call are forgotten after a reset; these are not.
    onSettled: async (...settled) => {
      try {
        await options.onSettled?.(...settled);
      } finally {
        isRunning.current = false;
      }
    },
  });

  function start(
    variables: Variables,
    callbacks: Pick<MutateOptions<Data, Error, Variables>, 'onSuccess' | 'onError'> = {},
  ) {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(variables, callbacks);
  }

  return { mutate: start, isPending, variables, data, reset };
}
