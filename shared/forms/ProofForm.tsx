import { useEffect, useRef, useState } from 'react';
import type { PasskeyRequest } from '#contract/authentication.ts';
import { signInMessages } from '#contract/messages.ts';
import type { Assertion } from '#contract/second-factor.ts';
import { errorMessage, errorStatus } from './error-message.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { type FormValues, LEAVING, useSubmit } from './use-submit.ts';

/** Loaded when a passkey is used. */
const loadPasskeys = () => import('#client/passkeys.ts');

/** What a person gives to prove who they are, as the API takes it. */
export type Proof =
  | { method: 'totp'; code: string }
  | { method: 'recovery_code'; code: string }
  | { method: 'password'; password: string }
  | { method: 'passkey'; assertion: Assertion };

type Typed = Exclude<Proof['method'], 'passkey'>;

type Props<Method extends Proof['method']> = {
  methods: readonly Method[];
  /** What the browser needs to ask for a passkey; null without one. */
  passkey: PasskeyRequest | null;
  /** Rejects with the refusal of the server. When it resolves, the form is about to go. */
  prove: (proof: Extract<Proof, { method: Method }>) => Promise<void>;
  label: string;
  sending: string;
  /** For password managers. */
  email: string;
};

/** Asks for a passkey, a code or a password. What was wrong stays in its field. Loaded when it is needed. */
export function ProofForm<Method extends Proof['method']>({
  methods,
  passkey,
  prove,
  label,
  sending,
  email,
}: Props<Method>) {
  const form = useRef<HTMLFormElement>(null);
  const canUsePasskey = passkey !== null && 'PublicKeyCredential' in window;
  const [typed, setTyped] = useState(() => firstTyped(methods, { canUsePasskey }));
  const [failure, setFailure] = useState<{ text: string; isOfField: boolean } | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);

  const send = (proof: Proof) => prove(proof as Extract<Proof, { method: Method }>);

  const { errors, isSending, onSubmit } = useSubmit({
    validate(values) {
      setFailure(null);
      return typed && validate(typed, values);
    },
    async send(values) {
      if (!typed || isWaiting) return undefined;
      await send(toProof(typed, values));
      return LEAVING;
    },
    onError(error) {
      const isOfField = typed !== null && isRefused(error);
      setFailure({ text: isOfField ? fields[typed].wrong : failureText(error), isOfField });
      if (isOfField) focusFirst(form.current, 'input:not([hidden])');
    },
  });
  const isBusy = isSending || isWaiting;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another field is shown
  useEffect(() => focusFirst(form.current, 'input:not([hidden]), button'), [typed]);

  async function sendPasskey() {
    if (isBusy || !passkey) return;
    setFailure(null);
    setIsWaiting(true);
    try {
      const { readPasskey } = await loadPasskeys();
      await send({ method: 'passkey', assertion: await readPasskey(passkey) });
    } catch (error) {
      const text = isRefused(error) ? 'That passkey wasn’t accepted. Try another way.' : failureText(error);
      setFailure({ text, isOfField: false });
      setIsWaiting(false);
    }
  }

  const others = typedOf(methods).filter((other) => other !== typed);
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={() => setFailure(null)}
      aria-busy={isBusy}
    >
      {failure && !failure.isOfField && (
        <p className="problem" role="alert">
          {failure.text}
        </p>
      )}
      {!canUsePasskey && !typed && <p className="problem">This browser can’t use passkeys.</p>}
      {canUsePasskey && (
        <button
          type="button"
          className={typed ? 'secondary' : undefined}
          aria-disabled={isBusy || undefined}
          onClick={() => void sendPasskey()}
        >
          {isWaiting ? 'Waiting for your passkey…' : 'Use a passkey'}
        </button>
      )}
      {typed && (
        <>
          <TypedProof
            key={typed}
            typed={typed}
            error={Object.values(errors)[0] ?? (failure?.isOfField ? failure.text : undefined)}
            email={email}
          />
          <SubmitButton isHydrated isBusy={isSending} label={label} sending={sending} />
        </>
      )}
      {others.length > 0 && (
        <p className="aside">
          {others.map((other) => (
            <button
              key={other}
              type="button"
              className="as-link"
              onClick={() => {
                setFailure(null);
                setTyped(other);
              }}
            >
              {fields[other].choice}
            </button>
          ))}
        </p>
      )}
    </form>
  );
}

const fields: Readonly<Record<Typed, Record<'label' | 'choice' | 'missing' | 'wrong', string>>> = {
  totp: {
    label: 'Code from your authenticator app',
    choice: 'Use your authenticator app',
    missing: 'Enter the 6 digits that your app shows',
    wrong: 'That code isn’t right, or it was used before. Wait for the next one.',
  },
  password: {
    label: 'Password',
    choice: 'Use your password',
    missing: signInMessages.password,
    wrong: 'That password isn’t right.',
  },
  recovery_code: {
    label: 'Recovery code',
    choice: 'Use a recovery code',
    missing: 'Enter one of your recovery codes',
    wrong: 'That code isn’t right, or it was used before.',
  },
};

/** What can be typed, the quickest way first. */
function typedOf(methods: readonly Proof['method'][]): Typed[] {
  return (['totp', 'password', 'recovery_code'] as const).filter((method) => methods.includes(method));
}

/** A recovery code is the last resort: where there is a passkey, a person chooses it first. */
function firstTyped(
  methods: readonly Proof['method'][],
  { canUsePasskey }: { canUsePasskey: boolean },
): Typed | null {
  return typedOf(methods).find((method) => method !== 'recovery_code' || !canUsePasskey) ?? null;
}

function TypedProof({ typed, error, email }: { typed: Typed; error: string | undefined; email: string }) {
  const { label } = fields[typed];
  if (typed === 'password') {
    return (
      <>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label={label}
          autoComplete="current-password"
          error={error}
          isHydrated
          required
        />
      </>
    );
  }
  return (
    <Field
      name="code"
      label={label}
      {...(typed === 'totp'
        ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
        : { autoComplete: 'off', autoCapitalize: 'none' })}
      spellCheck={false}
      error={error}
      required
    />
  );
}

function validate(typed: Typed, { code = '', password = '' }: FormValues) {
  const { missing } = fields[typed];
  if (typed === 'password') return password === '' ? { password: missing } : null;
  return withoutSpaces(code) === '' ? { code: missing } : null;
}

function toProof(typed: Typed, { code = '', password = '' }: FormValues): Proof {
  return typed === 'password' ? { method: typed, password } : { method: typed, code: withoutSpaces(code) };
}

/** Apps show codes in groups. */
function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

/** Whether the server found the proof wrong. */
function isRefused(error: unknown): boolean {
  const status = errorStatus(error);
  return status === 401 || status === 422;
}

function failureText(error: unknown): string {
  return errorStatus(error) === 429
    ? 'Too many attempts. Wait a while, then try again.'
    : errorMessage(error);
}

function focusFirst(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
