import { screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LoginForm } from '#forms/LoginForm.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, open, press, user } from './islands.tsx';

const { proxy } = journey;

type Answer = { status: number; body: object };

const signedIn: Answer = {
  status: 200,
  body: {
    status: 200,
    message: 'Welcome.',
    data: { tokens: { token: 'one', refreshToken: 'two' }, capabilities: ['account:read'] },
  },
};
const wrong: Answer = { status: 401, body: { status: 401, message: 'That code isn’t right.' } };
const ended: Answer = {
  status: 401,
  body: { status: 401, message: 'Sign in again.', data: { reason: 'challenge_ended' } },
};
const passkey = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 60_000,
  userVerification: 'preferred',
  allowCredentials: [],
};

/** What the second step was sent. */
let sent: unknown[];
let answers: Answer[];
let methods: string[];
let tokens = 0;
const onSignedIn = vi.fn();

beforeEach(() => {
  sent = [];
  answers = [signedIn];
  methods = ['totp', 'recovery_code'];
  onSignedIn.mockReset();
  proxy.intercept = async (request) => {
    if (request.url.endsWith('/auth/admin-login')) {
      tokens += 1;
      const offered = methods.includes('passkey') ? passkey : null;
      const challenge = {
        token: `challenge-${tokens}`,
        methods,
        passkey: offered,
        expiresAt: '2026-11-27T09:05:00Z',
      };
      return Response.json({ status: 200, message: 'One more step.', data: { challenge } });
    }
    if (!request.url.endsWith('/auth/second-factor')) return undefined;
    sent.push(await request.clone().json());
    const { status, body } = answers.shift() ?? signedIn;
    return Response.json(body, { status });
  };
});

afterEach(() => toast.remove());

async function reachSecondStep() {
  open(() => <LoginForm onSignedIn={onSignedIn} />, '/login');
  await user.type(screen.getByLabelText('Email'), 'a@example.com');
  await user.type(screen.getByLabelText('Password'), 'the right one');
  await user.click(screen.getByLabelText('Remember me'));
  const pressed = screen.getByRole('button', { name: 'Sign in' });
  await press('Sign in');
  await screen.findByRole('heading', { name: 'Confirm it’s you' });
  // The focus follows the new step after it has been painted.
  await waitFor(() => expect([pressed, document.body]).not.toContain(document.activeElement));
}

const codeField = () => screen.getByLabelText<HTMLInputElement>('Code from your authenticator app');
const challenge = () => `challenge-${tokens}`;

test('between the steps nothing is stored, and a right code signs in', async () => {
  await reachSecondStep();
  expect(localStorage).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect([codeField().inputMode, codeField().autocomplete]).toEqual(['numeric', 'one-time-code']);
  expect(screen.queryByLabelText('Email')?.closest('[hidden]')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  await user.type(codeField(), '123 456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ challenge: challenge(), method: 'totp', code: '123456' }]);
  expect(localStorage.getItem('access_token')).toBe('one');
  expect(JSON.parse(localStorage.getItem('auth_user') ?? '{}')).toMatchObject({ email: 'a@example.com' });
});

test('a wrong code stays in its field, which has the focus and says what is wrong', async () => {
  answers = [wrong, signedIn];
  await reachSecondStep();
  await user.type(codeField(), '111111{Enter}');
  const error = await screen.findByText(
    'That code isn’t right, or it was used before. Wait for the next one.',
  );
  expect(codeField().value).toBe('111111');
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect(codeField().getAttribute('aria-invalid')).toBe('true');
  expect(codeField().getAttribute('aria-describedby')).toBe(error.id);
  expect(onSignedIn).not.toHaveBeenCalled();
  await user.clear(codeField());
  expect(codeField().getAttribute('aria-invalid')).toBeNull();
  await user.type(codeField(), '222222{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

test('an empty code is not sent', async () => {
  await reachSecondStep();
  await press('Sign in');
  expect(screen.getByText('Enter the 6 digits that your app shows')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect(sent).toEqual([]);
});

test('a recovery code can be used instead, and the app again', async () => {
  answers = [wrong, signedIn];
  await reachSecondStep();
  await press('Use a recovery code');
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await press('Use your authenticator app');
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  await press('Use a recovery code');
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
  await screen.findByText('That code isn’t right, or it was used before.');
  expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe('abcd-efgh');
  await press('Sign in');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent[1]).toEqual({ challenge: challenge(), method: 'recovery_code', code: 'abcd-efgh' });
});

test('a challenge that has ended leads back to the first step with what was typed, and says why', async () => {
  answers = [ended, signedIn];
  await reachSecondStep();
  await user.type(codeField(), '123456{Enter}');
  await expectAlert('That sign-in has ended because it took too long. Sign in again.');
  expect(screen.queryByRole('heading', { name: 'Confirm it’s you' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('the right one');
  expect(screen.getByLabelText<HTMLInputElement>('Remember me').checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  const before = challenge();
  await press('Sign in');
  await screen.findByRole('heading', { name: 'Confirm it’s you' });
  await user.type(codeField(), '654321{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(challenge()).not.toBe(before);
  expect(sent[1]).toEqual({ challenge: challenge(), method: 'totp', code: '654321' });
});

test('starting over shows the first step without an error', async () => {
  await reachSecondStep();
  await press('Start over');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(document.querySelector('.problem')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
});

test('too many attempts, and a server that fails, are said beside the form', async () => {
  answers = [
    { status: 429, body: { status: 429, message: 'Slow down.' } },
    { status: 503, body: { status: 503, message: 'We’ll be right back.' } },
  ];
  await reachSecondStep();
  await user.type(codeField(), '123456{Enter}');
  await expectAlert('Too many attempts. Wait a while, then try again.');
  await press('Sign in');
  await expectAlert('We’ll be right back.');
  expect(codeField().value).toBe('123456');
});

test('a double press sends one code, also when the page is about to change', async () => {
  await reachSecondStep();
  await user.type(codeField(), '123456{Enter}{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  await user.type(codeField(), '{Enter}');
  // Longer than another call takes.
  await new Promise((done) => setTimeout(done, 300));
  expect(sent).toHaveLength(1);
  expect(onSignedIn).toHaveBeenCalledOnce();
});

/** jsdom has no passkeys. */
function stubPasskeys(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
}

test('a passkey comes first where there is one; a person who cancels can go on', async () => {
  methods = ['passkey', 'recovery_code'];
  stubPasskeys(() => Promise.reject(new DOMException('No.', 'NotAllowedError')));
  await reachSecondStep();
  const button = screen.getByRole('button', { name: 'Use a passkey' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByLabelText('Recovery code')).toBeNull();
  await user.click(button);
  await expectAlert('No passkey was used. Try again when you’re ready.');
  expect(sent).toEqual([]);
  await press('Use a recovery code');
  await user.type(screen.getByLabelText('Recovery code'), 'abcd{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

test('a passkey is sent once, also when the page is about to change', async () => {
  methods = ['passkey', 'recovery_code'];
  const part = new ArrayBuffer(8);
  const get = vi.fn(async () => ({
    ...{ id: 'AAAA', rawId: part, type: 'public-key', getClientExtensionResults: () => ({}) },
    response: { authenticatorData: part, clientDataJSON: part, signature: part, userHandle: null },
  }));
  stubPasskeys(get);
  await reachSecondStep();
  const button = screen.getByRole('button', { name: 'Use a passkey' });
  await user.click(button);
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent).toEqual([expect.objectContaining({ method: 'passkey' })]);
  await user.click(button);
  expect(get).toHaveBeenCalledOnce();
});

test('a browser without passkeys asks for a recovery code at once', async () => {
  methods = ['passkey', 'recovery_code'];
  await reachSecondStep();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')));
});

test('a provider that answers with tokens never sees a second step', async () => {
  proxy.intercept = () => Response.json(signedIn.body);
  open(() => <LoginForm onSignedIn={onSignedIn} />, '/login');
  await user.type(screen.getByLabelText('Email'), 'a@example.com');
  await user.type(screen.getByLabelText('Password'), 'the right one{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  await new Promise((done) => setTimeout(done, 300));
  expect(proxy.requests.map(({ path }) => path)).toEqual(['/auth/admin-login']);
});
