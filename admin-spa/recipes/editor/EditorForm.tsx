import { useQuery } from '@tanstack/react-query';
import { memo, type SyntheticEvent, useCallback, useId, useMemo, useReducer, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Picture } from '#contract/pictures.ts';
import type { RecipeState } from '#contract/recipes/records.ts';
import { Field } from '#forms/Field.tsx';
import { Card } from '../../ui/Card.tsx';
import { FailedPanel } from '../../ui/feedback/QueryStates.tsx';
import { recipeValuesQuery } from '../queries.ts';
import { DraftOffer } from './drafts/DraftOffer.tsx';
import { type OpenDraft, useIsStorageBlocked } from './drafts/drafts.ts';
import { FactFields } from './fields/FactFields.tsx';
import { GrowingText } from './fields/GrowingText.tsx';
import { AddressFields } from './picture/AddressFields.tsx';
import { usePictureUpload } from './picture/use-picture-upload.ts';
import { RowList } from './rows/RowList.tsx';
import { ingredientKind, nutritionKind, stepKind } from './rows/row-kinds.tsx';
import { ConflictPanel } from './save/ConflictPanel.tsx';
import { PublishButton } from './save/PublishButton.tsx';
import { SaveBar } from './save/SaveBar.tsx';
import type { Seed } from './seed.ts';
import { type Change, changeEditor, type EditorChange, type EditorState } from './state/editor-state.ts';
import type { Errors } from './state/validate.ts';
import { useAnnouncer } from './use-announcer.tsx';
import { useEditor } from './use-editor.ts';

type Props = {
  /** Null for a new recipe. */
  recipeId: string | null;
  seed: Seed;
  /** Its draft differs from what the server has. */
  open: OpenDraft;
  recipeState: RecipeState | null;
  hasValues: boolean;
  hasPictures: boolean;
  /** The picture that the recipe had when it was loaded. */
  picture: Picture | null;
  /** At the end of the title row; what publishes the recipe is the last of them. */
  tools: HTMLElement | null;
};

type ListChange<List extends EditorChange['type']> = (
  change: Extract<EditorChange, { type: List; change: unknown }>['change'],
) => void;

export function EditorForm(props: Props) {
  const { recipeId, seed, open, recipeState, hasValues, hasPictures, picture, tools } = props;
  const form = useRef<HTMLFormElement>(null);
  const { announce, region } = useAnnouncer();
  const isStorageBlocked = useIsStorageBlocked();
  const { data: values, error, isFetching, refetch } = useQuery({ ...recipeValuesQuery, enabled: hasValues });
  const known = values?.data ?? null;
  const failure = useMemo(
    () =>
      error && (
        <FailedPanel
          message="The existing values couldn’t be loaded, so nothing is suggested. You can type any."
          retry={refetch}
          isBusy={isFetching}
        />
      ),
    [error, isFetching, refetch],
  );
  const [state, change] = useReducer(changeEditor, seed.state);
  const takePicture = useCallback(
    ({ url }: Picture) => change({ type: 'text', field: 'image_url', value: url }),
    [],
  );
  const upload = usePictureUpload({ onUploaded: takePicture, announce });
  const editor = useEditor({ recipeId, seed, open, form, known, state, change, upload });
  const { errors, isBusy, offered, stale } = editor;

  function decide(decision: { isRestored: boolean }) {
    editor.decideOnDraft(decision);
    announce(decision.isRestored ? 'Draft restored' : 'Draft discarded');
  }

  const changeIngredients = useCallback<ListChange<'ingredients'>>(
    (one) => change({ type: 'ingredients', change: one }),
    [],
  );
  const changeSteps = useCallback<ListChange<'steps'>>((one) => change({ type: 'steps', change: one }), []);
  const changeNutrition = useCallback<ListChange<'nutritionValues'>>(
    (one) => change({ type: 'nutritionValues', change: one }),
    [],
  );
  const fields = { fields: state.fields, errors, change };
  const isPublishNext = recipeState === 'draft' && !editor.isDirty && !isBusy;
  return (
    <form
      ref={form}
      className="recipe-editor"
      noValidate
      aria-label={recipeId === null ? 'New recipe' : 'Edit recipe'}
      aria-busy={isBusy}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        void editor.saveNow();
      }}
    >
      {region}
      {isStorageBlocked && (
        <p className="offer">
          This browser can’t keep drafts, so a reload or a crash loses unsaved changes. Save often.
        </p>
      )}
      {offered && (
        <DraftOffer
          draft={offered}
          onRestore={() => decide({ isRestored: true })}
          onDiscard={() => decide({ isRestored: false })}
        />
      )}
      {stale && <ConflictPanel stale={stale} form={editor.typed} onChoose={editor.choose} />}
      <div className="columns" inert={offered !== null}>
        <div className="stack">
          <BasicFields {...fields} />
          <RowList
            kind={ingredientKind}
            rows={state.ingredients}
            errors={errors}
            change={changeIngredients}
            announce={announce}
          />
          <RowList
            kind={stepKind}
            rows={state.steps}
            errors={errors}
            change={changeSteps}
            announce={announce}
          />
          <RowList
            kind={nutritionKind}
            rows={state.nutritionValues}
            errors={errors}
            change={changeNutrition}
            announce={announce}
          />
        </div>
        <div className="stack">
          <AddressFields
            {...fields}
            picture={picture}
            upload={hasPictures ? upload : null}
            announce={announce}
          />
          <FactFields
            {...fields}
            typedTags={state.typedTags}
            values={known}
            failure={failure}
            announce={announce}
          />
        </div>
      </div>
      {!offered && (
        <SaveBar
          isBusy={isBusy}
          isWaiting={upload.isAwaited}
          isDirty={editor.isDirty}
          isNew={recipeId === null}
          isPublishNext={isPublishNext}
        />
      )}
      {!offered &&
        recipeState &&
        tools &&
        createPortal(
          <PublishButton
            isBusy={isBusy}
            isPublishNext={isPublishNext}
            recipeState={recipeState}
            onPublish={(what) => void editor.publishNow(what)}
          />,
          tools,
        )}
    </form>
  );
}

type BasicFieldsProps = { fields: EditorState['fields']; errors: Errors; change: Change };

const BasicFields = memo(function BasicFields({ fields, errors, change }: BasicFieldsProps) {
  const id = useId();
  return (
    <Card title="Recipe" titleId={`${id}-title`}>
      <Field
        name="title"
        label="Title"
        autoComplete="off"
        required
        value={fields.title}
        error={errors.title}
        onChange={({ target }) => change({ type: 'text', field: 'title', value: target.value })}
      />
      <div className="field">
        <label htmlFor={`${id}-description`}>Description</label>
        <GrowingText
          id={`${id}-description`}
          name="description"
          value={fields.description}
          error={errors.description}
          onChange={(value) => change({ type: 'text', field: 'description', value })}
        />
      </div>
    </Card>
  );
});
