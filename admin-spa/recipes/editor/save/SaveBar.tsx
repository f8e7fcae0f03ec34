import type { RecipeState } from '#contract/recipes/records.ts';

type Props = {
  isBusy: boolean;
  /** Whether a save waits for the end of an upload. */
  isWaiting: boolean;
  isDirty: boolean;
  isNew: boolean;
  /** Is null if there is nothing to publish. */
  recipeState: RecipeState | null;
  onPublish: (what: 'publish' | 'unpublish') => void;
};

export function SaveBar({ isBusy, isWaiting, isDirty, isNew, recipeState, onPublish }: Props) {
  const what = recipeState === 'published' ? 'unpublish' : 'publish';
  // One button is filled: what comes next.
  const isPublishNext = recipeState === 'draft' && !isDirty && !isBusy;
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
      {recipeState && (
        <button
          type="button"
          name="publish"
          className={isPublishNext ? undefined : 'secondary'}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || onPublish(what)}
        >
          {what === 'publish' ? 'Publish' : 'Unpublish'}
        </button>
      )}
      <p className="muted">{statusText({ isWaiting, isDirty, isNew })}</p>
    </div>
  );
}

function statusText({ isWaiting, isDirty, isNew }: Pick<Props, 'isWaiting' | 'isDirty' | 'isNew'>): string {
  if (isWaiting) return 'Waiting for the picture';
  if (isDirty) return 'Unsaved changes';
  return isNew ? 'Saved as a draft first' : 'Everything is saved';
}
