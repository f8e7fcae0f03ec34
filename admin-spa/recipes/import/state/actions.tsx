import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'wouter';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { routes } from '../../../routes.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { formatTime } from '../../../ui/format/format.ts';
import { leaveOutAllOf } from '../choose/uploads.ts';
import { countText, keptText } from '../labels.tsx';
import { type ImportAction, importActionMutation, importQuery } from '../queries.ts';

/** Sends one action at a time; `acting` is that one. It notifies also if the screen was left before the answer. */
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

type DiscardProps = { isBusy: boolean; discard: () => void };

/** Is offered only for an import that has stored nothing. */
export function DiscardButton({ isBusy, discard }: DiscardProps) {
  return (
    <ConfirmButton
      label="Discard"
      busyLabel="Discarding…"
      isBusy={isBusy}
      title="Discard this import?"
      isDestructive
      onConfirm={discard}
    >
      Its files are removed, and so is the list of what would be imported. No recipes have been stored or
      changed.
    </ConfirmButton>
  );
}

type UndoProps = {
  record: ImportRecord;
  undoUntil: string;
  isBusy: boolean;
  undo: () => void;
};

export function UndoButton({ record, undoUntil, isBusy, undo }: UndoProps) {
  const { created, replaced, changedSince } = record.counts;
  const queryClient = useQueryClient();
  // Colleagues may have changed recipes while the screen was open.
  const readAgain = async () => {
    await queryClient.refetchQueries({ queryKey: importQuery(record.id).queryKey });
    return true;
  };
  return (
    <ConfirmButton
      label="Undo this import"
      busyLabel="Starting…"
      isBusy={isBusy}
      title="Undo this import?"
      isDestructive
      needsConfirmation={readAgain}
      onConfirm={undo}
    >
      {`${created > 0 ? `${countText(created, 'recipe')} it created will be deleted. ` : ''}${
        (replaced > 0 &&
          `${countText(replaced, 'recipe')} it replaced will get back what ${replaced === 1 ? 'it' : 'they'} had before. `) ||
        ''
      }${changedSince > 0 ? `${keptText(changedSince)} ` : ''}You can undo it until ${formatTime(undoUntil)}.`}
    </ConfirmButton>
  );
}
