import { useId, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import * as v from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import {
  type AppScope,
  appScopes,
  DEFAULT_REQUESTS_PER_MINUTE,
  MAX_KEY_NAME_LENGTH,
  makeAppKey,
  type NewAppKey,
  newAppKey,
} from '#contract/app/keys.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Field } from '#forms/Field.tsx';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { type FieldErrors, type FormValues, useSubmit } from '#forms/use-submit.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { readDay } from '../../ui/format/day.ts';

/** A secret is only on the screen, until the screen is left: the server keeps its hash. */
export type Secret = { name: string; secret: string };

const scopeTexts: Readonly<Record<AppScope, string>> = {
  'users:read': 'Read users',
  'users:write': 'Create and update users, and request their deletion',
  'recipes:read': 'Read published recipes',
  'purchases:write': 'Register purchases',
  'entitlements:read': 'Check a user’s access, and read their store account',
};

/** Errors and focus of the scopes are those of the first one. */
const [FIRST_SCOPE] = appScopes;

/** Keeps what was typed until the key is created. */
export function NewKeyForm({ onMade }: { onMade: (secret: Secret) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState('');
  const { errors, isSending, onSubmit } = useSubmit({
    validate: (values) => {
      setRefusal('');
      return validate(values);
    },
    async send(values) {
      const body = toNewKey(values);
      const { data } = await call(makeAppKey, { body });
      form.current?.reset();
      onMade({ name: body.name.trim(), secret: data.secret });
    },
    onError(error) {
      toast.error(errorMessage(error));
      // It stays beside the name, because the notification goes.
      if (!(error instanceof ApiError && (error.status === 409 || error.status === 422))) return;
      setRefusal(error.message);
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
    },
  });
  return (
    <form
      ref={form}
      className="card record-form new-key"
      method="post"
      noValidate
      aria-label="New key"
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <div className="fields">
        <Field
          name="name"
          label="Name"
          error={errors.name ?? (refusal || undefined)}
          autoComplete="off"
          maxLength={MAX_KEY_NAME_LENGTH}
          required
        />
        <DayField
          name="expiresOn"
          label="Expires after"
          hint="The last day, in UTC. Leave it empty for a key that doesn’t expire."
          error={errors.expiresOn}
        />
        <Field
          name="requestsPerMinute"
          label="Requests a minute"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(DEFAULT_REQUESTS_PER_MINUTE)}
          error={errors.requestsPerMinute}
          required
        />
      </div>
      <Scopes error={errors[FIRST_SCOPE]} />
      <SubmitButton isHydrated isBusy={isSending} label="Create key" sending="Creating…" isQuiet />
    </form>
  );
}

function Scopes({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend>Scopes</legend>
      {appScopes.map((scope) => (
        <label key={scope}>
          <input type="checkbox" name={scope} aria-invalid={error ? true : undefined} />
          <span>
            {scopeTexts[scope]} <code translate="no">{scope}</code>
          </span>
        </label>
      ))}
      {error && (
        <small id={id} className="error">
          {error}
        </small>
      )}
    </fieldset>
  );
}

function toNewKey(typed: FormValues): NewAppKey {
  const day = readDay(typed.expiresOn ?? '');
  return {
    name: typed.name ?? '',
    scopes: appScopes.filter((scope) => scope in typed),
    expiresOn: 'day' in day && day.day !== '' ? day.day : null,
    requestsPerMinute: Number(typed.requestsPerMinute?.trim() || Number.NaN),
  };
}

function validate(typed: FormValues): FieldErrors | null {
  const day = readDay(typed.expiresOn ?? '');
  const { issues = [] } = v.safeParse(newAppKey, toNewKey(typed));
  const messageOf = (field: keyof NewAppKey) => issues.find(({ path }) => path?.[0].key === field)?.message;
  const problems = {
    name: messageOf('name'),
    expiresOn: 'problem' in day ? day.problem : findPast(day.day),
    requestsPerMinute: messageOf('requestsPerMinute'),
    [FIRST_SCOPE]: messageOf('scopes'),
  };
  const found = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** Days are in UTC, like those of the server. */
function findPast(day: string): string | undefined {
  const isPast = day !== '' && day < new Date().toISOString().slice(0, 10);
  return isPast ? 'This day has passed. Choose today or a later day.' : undefined;
}
