import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';

type Props = { isBusy: boolean; discard: () => void };

/** Only for an import that has stored nothing. */
export function DiscardButton({ isBusy, discard }: Props) {
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
