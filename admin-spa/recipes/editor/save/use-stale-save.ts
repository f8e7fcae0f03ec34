import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { recipeQuery } from '../../queries.ts';
import type { Change } from '../editor-tools.ts';
import { type EditorState, formOf } from '../state/editor-state.ts';
import { differingFields, type FormField, formFields, type RecipeForm } from '../state/recipe-form.ts';
import type { Stale } from './ConflictPanel.tsx';
import { type Saved, savedFrom } from './start.ts';

type Options = {
  latest: RefObject<EditorState>;
  saved: Saved;
  change: Change;
  setSaved: (saved: Saved) => void;
};

/** Fields that were left alone take the newer values; for the others either side can be chosen, and chosen again. */
export function useStaleSave({ latest, saved, change, setSaved }: Options) {
  const client = useQueryClient();
  const [stale, setStale] = useState<Stale | null>(null);
  /** What was typed in the fields that took theirs. */
  const [aside, setAside] = useState<Partial<Record<FormField, RecipeForm>>>({});

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
    setAside({});
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
    if (whose === 'theirs') setAside({ ...aside, [field]: typed });
    change({
      type: 'take',
      from: whose === 'theirs' ? stale.theirs : (aside[field] ?? stale.mine),
      fields: [field],
    });
  }

  return { stale, show, choose, close: () => setStale(null) };
}
