import { useQueryClient } from '@tanstack/react-query';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { formatTime } from '../../../ui/format/format.ts';
import { importQuery } from '../import-queries.ts';
import { countText, keptText } from '../import-texts.ts';

type Props = {
  record: ImportRecord;
  undoUntil: string;
  isBusy: boolean;
  undo: () => void;
};

export function UndoButton({ record, undoUntil, isBusy, undo }: Props) {
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
      {created > 0 && `${countText(created, 'recipe')} it created will be deleted. `}
      {replaced > 0 &&
        `${countText(replaced, 'recipe')} it replaced will get back what ${replaced === 1 ? 'it' : 'they'} had before. `}
      {changedSince > 0 && `${keptText(changedSince)} `}
      You can undo it until {formatTime(undoUntil)}.
    </ConfirmButton>
  );
}
