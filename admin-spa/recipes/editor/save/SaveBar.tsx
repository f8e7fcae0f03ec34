type Props = {
  isBusy: boolean;
  /** Whether a save waits for the end of an upload. */
  isWaiting: boolean;
  isDirty: boolean;
  isNew: boolean;
  /** Save or Publish is filled: the one that comes next. */
  isPublishNext: boolean;
};

export function SaveBar({ isBusy, isWaiting, isDirty, isNew, isPublishNext }: Props) {
  return (
    <div className="save-bar">
      {/* The name keeps the focus here when the first save changes the address. */}
      <button
        type="submit"
        name="save"
        className={isPublishNext ? 'secondary' : undefined}
        aria-disabled={isBusy || undefined}
      >
        {isBusy ? 'Saving…' : 'Save'}
      </button>
      <p className="muted">{statusText({ isWaiting, isDirty, isNew })}</p>
    </div>
  );
}

function statusText({ isWaiting, isDirty, isNew }: Pick<Props, 'isWaiting' | 'isDirty' | 'isNew'>): string {
  if (isWaiting) return 'Waiting for the picture';
  if (isDirty) return 'Unsaved changes';
  return isNew ? 'Saved as a draft first' : 'Everything is saved';
}
