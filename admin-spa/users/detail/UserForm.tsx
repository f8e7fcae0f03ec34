import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { User } from '#contract/users/records.ts';
import type { Conflict } from '#contract/users/update.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { type FormValues, useSubmit } from '#forms/use-submit.ts';
import { routes } from '../../routes.ts';
import { useSaveShortcut } from '../../ui/form/use-save-shortcut.ts';
import { statusLabel } from '../../ui/format/Badge.tsx';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import {
  baseVersion,
  type EditableField,
  firstValidationError,
  isEmpty,
  unsavedEdits,
  useDraft,
} from './edits.ts';
import { conflictOf, type UserUpdate, updateUserMutation } from './update-user-mutation.ts';

const TITLE = 'user-detail-title';

type Props = { user: User; version: number | null; userId: string };

/** Unedited fields follow the server; edits stay until saved. */
export function UserForm({ user, version, userId }: Props) {
  const [{ edits, before }, changeDraft] = useDraft(userId);
  const [hasRestoredDraft] = useState(!isEmpty(edits));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const save = updateUserMutation(client, userId);
  const { mutateAsync } = useMutation(save);
  const isBusy = useIsMutating({ mutationKey: save.mutationKey }) > 0;
  const isDeleted = user.status === 'deleted';

  const { errors, onSubmit } = useSubmit({
    validate,
    async send(values) {
      // The screen may have been left and opened again during a save.
      if (client.isMutating({ mutationKey: save.mutationKey }) > 0) return;
      const answer = await mutateAsync(
        toUserUpdate(user, values, baseVersion(edits, before, { user, version })),
      );
      changeDraft((now) => ({
        edits: unsavedEdits(now.edits, values),
        before: answer.data && { user: answer.data, version: answer.version },
      }));
      closeConflict();
      toast.success(answer.message || 'User updated');
    },
    onError(error) {
      const found = conflictOf(error);
      if (!found) {
        toast.error(errorMessage(error));
        return;
      }
      changeDraft((now) => ({ ...now, before: { user: found.current, version: found.version } }));
      setConflict(found);
    },
  });

  useSaveShortcut(form);

  function editField(name: EditableField, value: string) {
    changeDraft((now) => ({
      edits: { ...now.edits, [name]: value },
      before: isEmpty(now.edits) ? { user, version } : now.before,
    }));
  }

  function discard() {
    changeDraft(() => ({ edits: {}, before: null }));
    form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }

  function closeConflict() {
    setConflict(null);
    if (conflict) form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }

  const renderField = (name: EditableField, label: string, inputType = 'text') => {
    const value = edits[name] ?? user[name] ?? '';
    return (
      <Field
        name={name}
        label={label}
        type={inputType}
        value={value}
        onChange={(event) => editField(name, event.target.value)}
        error={value.trim() === '' ? errors[name] : undefined}
        autoComplete="off"
        readOnly={isDeleted}
        required={!isDeleted}
      />
    );
  };

  return (
    <form
      ref={form}
      className="card record-form"
      noValidate
      aria-labelledby={TITLE}
      aria-busy={isBusy}
      onSubmit={isDeleted ? preventSubmit : onSubmit}
    >
      <h2 id={TITLE}>User Detail</h2>
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          edits={edits}
          isBusy={isBusy}
          onTakeTheirs={() => {
            discard();
            setConflict(null);
          }}
        />
      )}
      {isDeleted && <p className="draft">This account is deleted, so it can’t be changed anymore.</p>}
      <div className="fields">
        {renderField('first_name', 'First Name')}
        {renderField('last_name', 'Last Name')}
        <Field
          name="email"
          label="Email"
          type="email"
          value={user.email ?? ''}
          error={user.email ? undefined : errors.email}
          readOnly
        />
        {renderField('phone', 'Phone', 'tel')}
        <Field
          name="onboarding_status"
          label="On Boarding Status"
          value={statusLabel(user.onboarding_status ?? '')}
          readOnly
        />
      </div>
      {hasRestoredDraft && !conflict && !isEmpty(edits) && (
        <p className="draft" role="status">
          You have unsaved changes here from before.
          <button type="button" className="secondary" onClick={discard}>
            Discard changes
          </button>
        </p>
      )}
      <div className="choices">
        <BackButton to={routes.users} />
        {!conflict && !isDeleted && (
          <SubmitButton isHydrated isBusy={isBusy} label="Update" sending="Updating…" />
        )}
      </div>
    </form>
  );
}

/** Enter submits a form even without a button. */
function preventSubmit(event: SyntheticEvent) {
  event.preventDefault();
}

/** The text in the field stays after the notification. */
function validate(values: FormValues) {
  const problem = firstValidationError(values);
  if (!problem) return null;
  toast.error(problem.message);
  return { [problem.field]: 'Fill this in.' };
}

function toUserUpdate(
  user: User,
  { first_name = '', last_name = '', phone = '' }: FormValues,
  version: number | null,
): UserUpdate {
  const { id, email, role, onboarding_status } = user;
  return {
    id,
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email,
    role,
    onboarding_status,
    phone: phone.trim(),
    ...(version === null ? {} : { version }),
  };
}
