import type { RecipeState } from '#contract/recipes/records.ts';

type Props = {
  isBusy: boolean;
  /** Save or Publish is filled: the one that comes next. */
  isPublishNext: boolean;
  recipeState: RecipeState;
  onPublish: (what: 'publish' | 'unpublish') => void;
};

export function PublishButton({ isBusy, isPublishNext, recipeState, onPublish }: Props) {
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
