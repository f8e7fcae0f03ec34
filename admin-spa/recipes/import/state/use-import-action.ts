import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'wouter';
import { errorMessage } from '#forms/error-message.ts';
import { routes } from '../../../routes.ts';
import { leaveOutAllOf } from '../choose/uploads.ts';
import { type ImportAction, importActionMutation } from '../import-mutations.ts';

/** One action at a time; `acting` is the one that is sent. */
export function useImportAction(importId: number) {
  const [, navigate] = useLocation();
  const { mutate, isPending, variables } = useMutation(importActionMutation(useQueryClient(), importId));

  function act(action: ImportAction) {
    if (isPending) return;
    mutate(action, {
      onSuccess: () => {
        if (action !== 'discard') return;
        leaveOutAllOf(importId);
        toast.success('Import discarded');
        navigate(routes.recipeImport, { replace: true });
      },
      onError: (error) => toast.error(errorMessage(error)),
    });
  }

  return { act, acting: isPending ? (variables ?? null) : null };
}
