import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'wouter';
import { routes } from '../../../routes.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { leaveOutAllOf } from '../choose/uploads.ts';
import { type ImportAction, importActionMutation } from '../import-mutations.ts';

/** One action at a time; `acting` is the one that is sent. Its result is said also if the screen was left before. */
export function useImportAction(importId: number) {
  const [, navigate] = useLocation();
  const options = importActionMutation(useQueryClient(), importId);
  const { mutate, isPending, variables } = useSingleMutation({
    ...options,
    onSuccess: async (...result) => {
      await options.onSuccess?.(...result);
      const [, action] = result;
      if (action !== 'discard') return;
      leaveOutAllOf(importId);
      toast.success('Import discarded');
    },
  });

  function act(action: ImportAction) {
    mutate(action, {
      onSuccess: () => {
        if (action === 'discard') navigate(routes.recipeImport, { replace: true });
      },
    });
  }

  return { act, acting: isPending ? (variables ?? null) : null };
}
