import type { ImportRecord } from '#contract/recipes/imports.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { formatTime } from '../../../ui/format/format.ts';
import { countText } from '../import-texts.ts';

type Props = {
  counts: ImportRecord['counts'];
  undoUntil: string;
  isBusy: boolean;
  undo: () => void;
};

export function UndoButton({ counts: { created, replaced }, undoUntil, isBusy, undo }: Props) {
  return (
    <ConfirmButton
      label="Undo this import"
      busyLabel="Starting…"
      isBusy={isBusy}
      title="Undo this import?"
      isDestructive
      onConfirm={undo}
    >
      {created > 0 && `${countText(created, 'recipe')} it created will be deleted. `}
      {replaced > 0 &&
        `${countText(replaced, 'recipe')} it replaced will get back what ${replaced === 1 ? 'it' : 'they'} had before. `}
      Recipes that were changed since then stay as they are. You can undo it until {formatTime(undoUntil)}.
    </ConfirmButton>
  );
}
