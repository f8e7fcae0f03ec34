import type { RecipeState } from '#contract/recipes/records.ts';

type Props = {
  isBusy: boolean;
  isDirty: boolean;
  isNew: boolean;
  /** Null if there is nothing to publish. */
  recipeState: RecipeState | null;
  onPublish: (what: 'publish' | 'unpublish') => void;
};

export function SaveBar({ isBusy, isDirty, isNew, recipeState, onPublish }: Props) {
  const what = recipeState === 'published' ? 'unpublish' : 'publish';
  return (
    <div className="save-bar">
      {/* The name keeps the focus here when the first save changes the address. */}
      <button type="submit" name="save" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Saving…' : 'Save'}
      </button>
      {recipeState && (
        <button
          type="button"
          name="publish"
          className="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || onPublish(what)}
        >
          {what === 'publish' ? 'Publish' : 'Unpublish'}
        </button>
      )}
      <p className="muted">{statusText({ isDirty, isNew })}</p>
    </div>
  );
}

function statusText({ isDirty, isNew }: { isDirty: boolean; isNew: boolean }): string {
  if (isDirty) return 'Changes that aren’t saved yet';
  return isNew ? 'Saved as a draft first' : 'Everything is saved';
}
