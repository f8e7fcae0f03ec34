import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { INVALID_EMAIL, readEmailAddress } from '#contract/email-address.ts';
import { userMessages } from '#contract/messages.ts';
import { inviteAdministrator } from '#contract/users/administrators.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { type FieldErrors, type FormValues, useSubmit } from '#forms/use-submit.ts';
import { administratorsQuery } from './administrators-query.ts';
import { RoleField, readRole } from './RoleField.tsx';

/** Keeps what was typed until the invitation is sent. */
export function InvitationForm({ onSent }: { onSent: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const [refusal, setRefusal] = useState('');
  const { errors, isSending, onSubmit } = useSubmit({
    validate: (values) => {
      setRefusal('');
      return validate(values);
    },
    async send({ first_name = '', last_name = '', email = '', ...typed }) {
      const administrator_role = readRole(typed.administrator_role);
      // An invitation without a role is not valid.
      if (!administrator_role) return;
      const { message } = await call(inviteAdministrator, {
        body: { first_name, last_name, email: readEmailAddress(email) ?? email, administrator_role },
      });
      form.current?.reset();
      toast.success(message || 'The invitation is on its way.');
      onSent();
      void client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
    },
    onError(error) {
      toast.error(errorMessage(error));
      // It stays beside the address, because the notification goes.
      if (!(error instanceof ApiError && (error.status === 409 || error.status === 422))) return;
      setRefusal(error.message);
      form.current?.querySelector<HTMLElement>('[type="email"]')?.focus();
    },
  });
  return (
    <form
      ref={form}
      className="card record-form invitation"
      method="post"
      noValidate
      aria-label="Invite an administrator"
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <div className="fields">
        <Field name="first_name" label="First Name" error={errors.first_name} autoComplete="off" required />
        <Field name="last_name" label="Last Name" error={errors.last_name} autoComplete="off" required />
        <Field
          name="email"
          label="Email"
          type="email"
          error={errors.email ?? (refusal || undefined)}
          autoComplete="off"
          maxLength={254}
          required
        />
      </div>
      <RoleField error={errors.administrator_role} />
      <div className="choices">
        <SubmitButton isHydrated isBusy={isSending} label="Send invitation" sending="Sending…" />
        <span className="muted">We’ll email them a link to choose a password. It works for 72 hours.</span>
      </div>
    </form>
  );
}

function validate(typed: FormValues): FieldErrors | null {
  const names = ['first_name', 'last_name', 'email'] as const;
  const empty = names.filter((name) => (typed[name] ?? '').trim() === '');
  const isNoAddress = !empty.includes('email') && readEmailAddress(typed.email ?? '') === null;
  const problems = {
    ...Object.fromEntries(empty.map((name) => [name, userMessages[name]])),
    ...(isNoAddress && { email: INVALID_EMAIL }),
    ...(!readRole(typed.administrator_role) && { administrator_role: 'Choose a role.' }),
  };
  return Object.keys(problems).length > 0 ? problems : null;
}
