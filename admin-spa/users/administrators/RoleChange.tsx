import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { clearTokens } from '#client/session.ts';
import { type Administrator, changeRole } from '#contract/users/administrators.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { fullName } from '../../ui/format/format.ts';
import { timelineKey } from '../queries.ts';
import { administratorsQuery } from './administrators-query.ts';
import { RoleField, readRole } from './RoleField.tsx';

/** Asks which role an administrator gets, and says what that means. A refusal shows there, and the choice stays. */
export function RoleChange({ administrator }: { administrator: Administrator }) {
  const { id, administrator_role: role, isOneself } = administrator;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const [refusal, setRefusal] = useState('');
  const name = fullName(administrator);
  const { isSending, onSubmit } = useSubmit({
    validate: ({ administrator_role }) => {
      const problem = isOneself ? 'That’s your role now.' : `That’s the role of ${name} now.`;
      setRefusal(administrator_role === role ? problem : '');
      return administrator_role === role ? { administrator_role: problem } : null;
    },
    async send(values) {
      const { message } = await call(changeRole, {
        parameters: { id },
        body: { administrator_role: readRole(values.administrator_role) ?? role },
      });
      dialog.current?.close();
      toast.success(message || 'The role was changed.');
      // The server has ended the own session, too.
      if (isOneself) clearTokens();
      void client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
      void client.invalidateQueries({ queryKey: timelineKey(String(id)) });
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 409) setRefusal(error.message);
      else toast.error(errorMessage(error));
    },
  });

  function open() {
    const roles = form.current?.elements.namedItem('administrator_role');
    // Not `defaultChecked`: React sets it again when another one is chosen, and the first one would be checked again.
    if (roles instanceof RadioNodeList) roles.value = role;
    setRefusal('');
    dialog.current?.showModal();
  }

  return (
    <>
      <button type="button" className="secondary" onClick={open}>
        <span>Change role</span> <span className="visually-hidden">{name}</span>
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={titleId}>
        <h2 id={titleId}>{isOneself ? 'Change your own role?' : `Change the role of ${name}?`}</h2>
        <form ref={form} method="post" noValidate aria-busy={isSending} onSubmit={onSubmit}>
          <RoleField error={refusal || undefined} />
          {isOneself ? (
            <p className="warning">
              You’ll be signed out everywhere, also here. Only another owner can make you an owner again.
            </p>
          ) : (
            <p>They’ll be signed out everywhere. The role applies when they sign in again.</p>
          )}
          <div className="choices">
            <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <SubmitButton isHydrated isBusy={isSending} label="Change role" sending="Saving…" />
          </div>
        </form>
      </dialog>
    </>
  );
}
