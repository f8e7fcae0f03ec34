import type { RecipeState } from '#contract/recipes/records.ts';

type Props = {
  isBusy: boolean;
  /** Whether a save waits for the end of an upload. */
  isWaiting: boolean;
  isDirty: boolean;
  isNew: boolean;
  /** One of the two buttons is filled: what comes next. */
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

type PublishProps = Pick<Props, 'isBusy' | 'isPublishNext'> & {
  recipeState: RecipeState;
  onPublish: (what: 'publish' | 'unpublish') => void;
};

/** Saves what is typed first. It stands in the title row. */
export function PublishButton({ isBusy, isPublishNext, recipeState, onPublish }: PublishProps) {
  const what = recipeState === 'published' ? 'unpublish' : 'publish';
  return (
    <button
      type="button"
      className={isPublishNext ? undefined : 'secondary'}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onPublish(what)}
    >
      {what === 'publish' ? 'Publish' : 'Unpublish'}
    </button>
  );
}

function statusText({ isWaiting, isDirty, isNew }: Pick<Props, 'isWaiting' | 'isDirty' | 'isNew'>): string {
  if (isWaiting) return 'Waiting for the picture';
  if (isDirty) return 'Unsaved changes';
  return isNew ? 'Saved as a draft first' : 'Everything is saved';
}
