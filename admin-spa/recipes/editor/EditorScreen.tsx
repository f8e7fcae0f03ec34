import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Picture } from '#contract/pictures.ts';
import type { RecipeState } from '#contract/recipes/records.ts';
import { FailedPanel, Loading, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { SkeletonFields } from '../../ui/form/SkeletonFields.tsx';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { dropDraft, NEW_RECIPE, type OpenDraft, openDraft, startDraft } from './drafts/drafts.ts';
import { EditorForm } from './EditorForm.tsx';
import { type Seed, takeSeed } from './seed.ts';
import { isSameForm } from './state/recipe-form.ts';

type Problem = 'missing' | 'no-version' | 'deleted';

type Props = {
  recipeId: string | null;
  title: string | null;
  /** Null for a new recipe, which needs no answer. */
  query: Pick<UseQueryResult, 'error' | 'errorUpdatedAt' | 'isFetching' | 'refetch'> | null;
  /** Null while loading. */
  seed: Seed | null;
  problem: Problem | null;
  recipeState: RecipeState | null;
  hasValues: boolean;
  hasPictures: boolean;
  picture: Picture | null;
  backTo: string;
};

type Opened = { seed: Seed; open: OpenDraft };

const labels = ['Title', 'Description', 'Times', 'Ingredients', 'Preparation steps', 'Nutrition values'];

/** The form opens once with the newest content, and later answers do not replace what is typed. */
export function EditorScreen(props: Props) {
  const { recipeId, title, query, seed, problem, backTo } = props;
  const error = query?.error ?? null;
  const isFetching = query?.isFetching ?? false;
  useErrorToast(error, query?.errorUpdatedAt ?? 0);
  const [opened, setOpened] = useState<Opened | null>(() => {
    const kept = takeSeed(recipeId);
    return kept && { seed: kept, open: startDraft(recipeId ?? NEW_RECIPE) };
  });
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const isReady = seed !== null && problem === null && !isFetching && !error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when everything is loaded
  useEffect(() => {
    if (opened || !isReady) return;
    let isCurrent = true;
    void openWithDraft(recipeId ?? NEW_RECIPE, seed).then((found) =>
      isCurrent ? setOpened(found) : found.open.release(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isReady]);

  const isLoading = !opened && !problem && !error;
  return (
    <>
      <header className="screen-head">
        <div className="titles">
          <h1>{title === null ? heading(recipeId) : <bdi>{title}</bdi>}</h1>
          {title !== null && <h2>Edit recipe</h2>}
        </div>
        <div ref={setTools} className="record-tools">
          <BackButton to={backTo} />
        </div>
      </header>
      {isLoading && <Loading />}
      {problem && <ProblemCard problem={problem} backTo={backTo} />}
      {error && query && !problem && !opened && (
        <FailedPanel message="The recipe couldn’t be loaded." retry={query.refetch} isBusy={isFetching} />
      )}
      {isLoading && <SkeletonFields labels={labels} />}
      {opened && (
        <EditorForm
          recipeId={recipeId}
          seed={opened.seed}
          open={opened.open}
          recipeState={props.recipeState}
          hasValues={props.hasValues}
          hasPictures={props.hasPictures}
          picture={props.picture}
          tools={tools}
        />
      )}
    </>
  );
}

function heading(recipeId: string | null): string {
  return recipeId === null ? 'New recipe' : 'Edit recipe';
}

async function openWithDraft(place: string, seed: Seed): Promise<Opened> {
  const open = await openDraft(place);
  if (!open.draft || !isSameForm(open.draft.form, seed.saved.base)) return { seed, open };
  dropDraft(open.key);
  return { seed, open: { ...open, draft: null } };
}

const texts: Readonly<Record<Problem, string>> = {
  missing: 'Recipe not found - Sorry, there is no recipe at this address',
  'no-version': 'The server didn’t say which version of this recipe it sent, so it can’t be edited.',
  deleted: 'This recipe is deleted. Restore it to edit it.',
};

function ProblemCard({ problem, backTo }: { problem: Problem; backTo: string }) {
  return (
    <div className="card empty">
      <p>{texts[problem]}</p>
      <Link href={backTo}>{backTo === '/recipes' ? 'Back to the recipes' : 'Back to the recipe'}</Link>
    </div>
  );
}
