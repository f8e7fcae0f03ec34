import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'react-hot-toast/headless';
import { storageKeys } from '#client/storage-keys.ts';
import type { SignInChallenge } from '#contract/authentication.ts';
import { readEmailAddress } from '#contract/email-address.ts';
import { signInMessages } from '#contract/messages.ts';
import { errorMessage, errorStatus } from './error-message.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useIsHydrated } from './use-is-hydrated.ts';
import { usePreloadOnFocus } from './use-preload-on-focus.ts';
import { type FormValues, LEAVING, useSubmit } from './use-submit.ts';

/** Loaded on the first focus, before the form is sent. */
const loadSignIn = () => import('#client/sign-in.ts');

/** Loaded when the server asks for a second step. */
const loadSecondStep = () => import('./SecondFactorStep.tsx');

type SecondStep = Awaited<ReturnType<typeof loadSecondStep>> & { challenge: SignInChallenge; email: string };

const reload = () => location.reload();

const CHALLENGE_ENDED = 'That sign-in has ended because it took too long. Sign in again.';

type Props = {
  onSignedIn?: () => void;
  email?: string;
};

/** An island on /login, and a screen of the console after a session ends. */
export function LoginForm({ onSignedIn = reload, email = '' }: Props) {
  const isHydrated = useIsHydrated();
  const preload = usePreloadOnFocus(loadSignIn);
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [second, setSecond] = useState<SecondStep | null>(null);
  const { errors, isSending, onSubmit } = useSubmit({
    validate,
    async send(values) {
      const { signIn } = await loadSignIn();
      const address = readEmailAddress(values.email ?? '') ?? values.email?.trim() ?? '';
      const challenge = await signIn({
        email: address,
        password: values.password ?? '',
        rememberMe: values.rememberMe === 'on',
      });
      if (challenge) {
        setSecond({ ...(await loadSecondStep()), challenge, email: address });
        return undefined;
      }
      onSignedIn();
      return LEAVING;
    },
    onError(error) {
      toast.error(errorMessage(error));
      setRefusal(refusalText(error));
    },
  });
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.access && event.newValue) onSignedIn();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [onSignedIn]);

  /** What was typed is still there. */
  function showFirstStep() {
    flushSync(() => setSecond(null));
    form.current?.querySelector('input')?.focus();
  }

  const firstStep = (
    <form
      ref={form}
      hidden={second !== null}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={() => setRefusal(null)}
      {...preload}
      aria-busy={isSending}
    >
      {/* Screen readers read the notification. This text stays until the form is edited. */}
      {refusal && <p className="problem">{refusal}</p>}
      <Field
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
        error={errors.email}
        required
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={errors.password}
        isHydrated={isHydrated}
        required
      />
      <label className="check">
        <input type="checkbox" name="rememberMe" /> Remember me
      </label>
      <SubmitButton isHydrated={isHydrated} isBusy={isSending} label="Sign in" sending="Signing in…" />
      <p className="aside">
        <a href="/forgot-password">Forgot your password?</a>
      </p>
    </form>
  );
  return (
    <>
      {second && (
        <second.SecondFactorStep
          challenge={second.challenge}
          email={second.email}
          onSignedIn={onSignedIn}
          onEnded={() => {
            toast.error(CHALLENGE_ENDED);
            setRefusal(CHALLENGE_ENDED);
            showFirstStep();
          }}
          startOver={showFirstStep}
        />
      )}
      {firstStep}
    </>
  );
}

/** Null if the server did not refuse the sign-in. */
function refusalText(error: unknown): string | null {
  const status = errorStatus(error);
  if (status === 401 || status === 403) return 'That email and password don’t match an administrator.';
  return status === 429 ? 'Too many attempts. Wait a while, then try again.' : null;
}

function validate({ email = '', password = '' }: FormValues) {
  const errors = {
    ...(email.trim() === '' ? { email: signInMessages.email } : {}),
    ...(password === '' ? { password: signInMessages.password } : {}),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}
