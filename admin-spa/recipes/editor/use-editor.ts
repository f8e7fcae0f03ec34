import { type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'wouter';
import type { RecipeValues } from '#contract/recipes/list.ts';
import { recipeEditAddress } from '../../routes.ts';
import { useUnsavedForm } from '../../ui/form/unsaved.ts';
import type { RecipeAnswer } from '../apply-changed-recipe.ts';
import { dropDraft, type OpenDraft } from './drafts/drafts.ts';
import { useDraftWriter } from './drafts/use-draft.ts';
import type { PictureUpload } from './picture/use-picture-upload.ts';
import { useSave, useStaleSave } from './save/use-save.ts';
import { keepForNextScreen, type Saved, type Seed } from './seed.ts';
import { type Change, type EditorState, formOf } from './state/editor-state.ts';
import { differingFields, isSameForm, withKnownSpellings } from './state/recipe-form.ts';
import { type Errors, validate } from './state/validate.ts';
import { useEditorFocus } from './use-editor-focus.ts';

type Options = {
  recipeId: string | null;
  seed: Seed;
  open: OpenDraft;
  form: RefObject<HTMLFormElement | null>;
  known: RecipeValues | null;
  state: EditorState;
  change: Change;
  upload: Pick<PictureUpload, 'percent' | 'isAwaited' | 'finish'>;
};

const noErrors: Errors = {};

/** What is typed, what the server has, and the ways between them. */
export function useEditor(options: Options) {
  const { recipeId, seed, open, form, known, state, change, upload } = options;
  const [saved, setSaved] = useState(seed.saved);
  const [offered, setOffered] = useState(open.draft);
  // After a save with mistakes, until one without.
  const [isChecked, setIsChecked] = useState(false);
  const latest = useRef(state);
  latest.current = state;
  const [, navigate] = useLocation();

  const typed = useMemo(() => formOf(state), [state]);
  const isDirty = !isSameForm(typed, saved.base);
  const { stale, show, choose, close } = useStaleSave({ latest, saved, change, setSaved });
  const focusInput = useEditorFocus(form, seed.focus);
  const isUploading = upload.percent !== null;
  useUnsavedForm({ isUnsaved: isDirty || isUploading });
  const forgetPending = useDraftWriter({
    open,
    read: () => ({ form: typed, base: saved.base, version: saved.version }),
    changed: useMemo(() => [state, saved], [state, saved]),
    isPaused: offered !== null,
  });
  const { isBusy, save, publish } = useSave({
    recipeId,
    onSaved(answer, sent) {
      setSaved(sent);
      setIsChecked(false);
      close();
      const isShown = form.current?.isConnected ?? false;
      const hasChanged = !isSameForm(formOf(latest.current), sent.base);
      // The writer replaces the draft of what was typed during the save.
      if (isShown || !hasChanged) dropDraft(open.key);
      if (recipeId === null && isShown) goToCreated(answer, sent);
    },
    onConflict: show,
    onPublication: ({ version }) => setSaved((now) => ({ ...now, version: version ?? now.version })),
  });

  function goToCreated({ data }: RecipeAnswer, sent: Saved) {
    const isInside = form.current?.contains(document.activeElement);
    const focus = isInside ? (document.activeElement?.getAttribute('name') ?? null) : null;
    forgetPending();
    keepForNextScreen(String(data.id), { state: latest.current, saved: sent, focus });
    navigate(recipeEditAddress(data.id), { replace: true });
  }

  async function saveNow(): Promise<boolean> {
    if (offered) {
      toast.error('Restore or discard the draft first.');
      return false;
    }
    if (upload.isAwaited) return false;
    if (isUploading && !(await upload.finish())) {
      toast.error('The picture couldn’t be uploaded, so nothing has been saved yet.');
      return false;
    }
    const wrong = Object.keys(validate(latest.current, saved.loaded, known))[0];
    flushSync(() => setIsChecked(wrong !== undefined));
    if (wrong !== undefined) {
      focusInput(wrong);
      return false;
    }
    const before = formOf(latest.current);
    const merged = withKnownSpellings(before, known);
    change({ type: 'take', from: merged, fields: differingFields(before, merged) });
    return save(merged, saved);
  }

  async function publishNow(what: 'publish' | 'unpublish') {
    if ((isDirty || isUploading) && !(await saveNow())) return;
    await publish(what);
  }

  function decideOnDraft({ isRestored }: { isRestored: boolean }) {
    if (offered && isRestored) {
      change({ type: 'load', form: offered.form });
      setSaved({ ...saved, base: offered.base, version: offered.version ?? saved.version });
    } else dropDraft(open.key);
    flushSync(() => setOffered(null));
    focusInput('title');
  }

  const errors = isChecked ? validate(state, saved.loaded, known) : noErrors;
  return {
    ...{ typed, errors, isDirty, isBusy: isBusy || upload.isAwaited },
    ...{ offered, decideOnDraft, stale, choose, saveNow, publishNow },
  };
}
