import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { errorMessage } from '#forms/error-message.ts';
import type { RecipeAnswer } from '../../apply-changed-recipe.ts';
import { recipeQuery } from '../../queries.ts';
import { conflictOf, publicationMutation, saveRecipeMutation } from '../../save-mutation.ts';
import { type Saved, savedFrom } from '../seed.ts';
import { type Change, type EditorState, formOf } from '../state/editor-state.ts';
import {
  contentFrom,
  differingFields,
  type FormField,
  formFields,
  type RecipeForm,
} from '../state/recipe-form.ts';
import type { Stale } from './ConflictPanel.tsx';

type Options = {
  recipeId: string | null;
  onSaved: (answer: RecipeAnswer, saved: Saved) => void;
  onConflict: (conflict: RecipeConflict) => void;
  onPublication: (answer: RecipeAnswer) => void;
};

/** Sends one request at a time. Each function returns whether it succeeded; failures are notified. */
export function useSave({ recipeId, onSaved, onConflict, onPublication }: Options) {
  const client = useQueryClient();
  const saving = useMutation(saveRecipeMutation(client, recipeId));
  const publishing = useMutation(publicationMutation(client, recipeId ?? ''));
  const isRunning = useRef(false);

  async function once(work: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      await work();
      return true;
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) onConflict(conflict);
      else toast.error(errorMessage(error));
      return false;
    } finally {
      isRunning.current = false;
    }
  }

  return {
    isBusy: saving.isPending || publishing.isPending,
    save: (form: RecipeForm, { loaded, version }: Saved) =>
      once(async () => {
        const content = contentFrom(form, loaded);
        const answer = await saving.mutateAsync({ content, version });
        const { preparation_time, cooking_time } = content;
        onSaved(answer, { base: form, loaded: { preparation_time, cooking_time }, version: answer.version });
        toast.success(answer.message || 'Recipe saved');
      }),
    publish: (what: 'publish' | 'unpublish') =>
      once(async () => {
        const answer = await publishing.mutateAsync(what);
        onPublication(answer);
        toast.success(
          answer.message || (what === 'publish' ? 'Recipe published' : 'Recipe is a draft again'),
        );
      }),
  };
}

type StaleOptions = {
  latest: RefObject<EditorState>;
  saved: Saved;
  change: Change;
  setSaved: (saved: Saved) => void;
};

/** Fields that were left alone take the newer values; for the others either side can be chosen, and chosen again. */
export function useStaleSave({ latest, saved, change, setSaved }: StaleOptions) {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale | null>(null);
  /** What was typed in the fields that took theirs. */
  const [overwrittenInput, setOverwrittenInput] = useState<Partial<Record<FormField, RecipeForm>>>({});

  function show(conflict: RecipeConflict) {
    const { current, version } = conflict;
    const now = savedFrom(current, version);
    const theirs = now.base;
    const typed = formOf(latest.current);
    const edited = differingFields(typed, saved.base);
    const leftAlone = formFields.filter((field) => !edited.includes(field));
    change({
      type: 'take',
      from: theirs,
      fields: differingFields(typed, theirs).filter((field) => leftAlone.includes(field)),
    });
    const untouched = Object.fromEntries(leftAlone.map((field) => [field, theirs[field]]));
    setStale({ conflict, theirs, mine: { ...typed, ...untouched } });
    setOverwrittenInput({});
    setSaved(now);
    client.setQueryData(
      recipeQuery(String(current.id)).queryKey,
      (old) => old && { ...old, data: current, version },
    );
  }

  function choose(field: FormField, whose: 'mine' | 'theirs') {
    if (!stale) return;
    const typed = formOf(latest.current);
    const isTheirs = !differingFields(typed, stale.theirs).includes(field);
    if (isTheirs === (whose === 'theirs')) return;
    if (whose === 'theirs') setOverwrittenInput({ ...overwrittenInput, [field]: typed });
    change({
      type: 'take',
      from: whose === 'theirs' ? stale.theirs : (overwrittenInput[field] ?? stale.mine),
      fields: [field],
    });
  }

  return { stale, show, choose, close: () => setStale(null) };
}
