import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { keys } from '#client/storage-keys.ts';
import { signInMessages } from '#contract/messages.ts';
import { errorMessage, errorStatus } from './error-message.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useLive } from './use-live.ts';
import { usePreloadOnFocus } from './use-preload-on-focus.ts';
import { useSubmit, type Values } from './use-submit.ts';

/** Loaded on the first focus, before the form is sent. */
const loadSignIn = () => import('#client/sign-in.ts');

const reload = () => location.reload();

type Props = {
  signedIn?: () => void;
  email?: string;
};

/** An island on /login, and a screen of the console after a session ends. */
export function LoginForm({ signedIn = reload, email = '' }: Props) {
  const live = useLive();
  const preload = usePreloadOnFocus(loadSignIn);
  const [done, setDone] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { errors, sending, onSubmit } = useSubmit({
    check,
    async send(values) {
      const { signIn } = await loadSignIn();
      await signIn({
        email: values.email?.trim() ?? '',
        password: values.password ?? '',
        rememberMe: values.rememberMe === 'on',
      });
      setDone(true);
      signedIn();
    },
    failed(error) {
      toast.error(errorMessage(error));
      setRefusal(refusalIn(error));
    },
  });
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === keys.access && event.newValue) signedIn();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [signedIn]);
  const busy = sending || done;
  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={() => setRefusal(null)}
      {...preload}
      aria-busy={busy}
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
        live={live}
        required
      />
      <label className="check">
        <input type="checkbox" name="rememberMe" /> Remember me
      </label>
      <SubmitButton live={live} busy={busy} label="Sign in" sending="Signing in…" />
      <p className="aside">
        <a href="/forgot-password">Forgot password?</a>
      </p>
    </form>
  );
}

/** Null if the server did not refuse the sign-in. */
function refusalIn(error: unknown): string | null {
  const status = errorStatus(error);
  if (status === 401 || status === 403) return 'That email and password don’t match an administrator.';
  return status === 429 ? 'Too many attempts. Wait a little, then try again.' : null;
}

function check({ email = '', password = '' }: Values) {
  const errors = {
    ...(email.trim() === '' ? { email: signInMessages.email } : {}),
    ...(password === '' ? { password: signInMessages.password } : {}),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}
