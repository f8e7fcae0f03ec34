import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, test } from 'vitest';
import { LoginForm } from '#forms/LoginForm.tsx';
import { Toasts } from '#forms/Toasts.tsx';
import { ConfirmDeletion } from '#site/islands/ConfirmDeletion.tsx';
import { DeleteAccount } from '#site/islands/DeleteAccount.tsx';
import { ForgotPassword } from '#site/islands/ForgotPassword.tsx';
import { ResetPassword } from '#site/islands/ResetPassword.tsx';
import { journey } from '#tests/setup/journey.ts';

const { wire } = journey;
const user = userEvent.setup();

beforeEach(() => {
  toast.remove();
});

function open(Form: ComponentType, address: string) {
  history.replaceState(null, '', address);
  render(
    <>
      <Form />
      <Toasts duration={5000} />
    </>,
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const alertSays = async (text: string) => {
  const alerts = await screen.findAllByRole('alert');
  await waitFor(() =>
    expect(alerts.map((alert) => alert.textContent)).toContainEqual(expect.stringContaining(text)),
  );
};
const refuse = (message: string | undefined, status = 400) => {
  wire.intercept = () => Response.json(message === undefined ? {} : { status, message }, { status });
};
const break_ = () => {
  wire.intercept = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
};

describe('/login', () => {
  test('asks for both, marks the first with the focus, and sends nothing', async () => {
    open(LoginForm, '/login');
    await press('Sign in');
    const email = screen.getByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(wire.seen).toEqual([]);
    expect(screen.getByLabelText('Remember me')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  test('shows the server message and keeps what was typed', async () => {
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one');
    await press('Sign in');
    await alertSays('Email or password is not right.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong one');
  });

  test.each([
    [401, 'That email and password don’t match an administrator.'],
    [429, 'Too many attempts. Wait a little, then try again.'],
  ])('a refusal (%i) stays beside the form until it is edited', async (status, words) => {
    refuse('No.', status);
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one');
    await press('Sign in');
    await alertSays('No.');
    toast.remove();
    expect(screen.getByText(words)).toBeTruthy();
    await user.type(screen.getByLabelText('Password'), '!');
    expect(screen.queryByText(words)).toBeNull();
  });

  test('a double press sends one request', async () => {
    let release = () => {};
    wire.intercept = () =>
      new Promise((resolve) => {
        release = () => resolve(Response.json({ message: 'no' }, { status: 401 }));
      });
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one{Enter}{Enter}');
    await press('Signing in…');
    await waitFor(() => expect(wire.seen).toHaveLength(1));
    release();
    await alertSays('no');
    expect(wire.seen).toHaveLength(1);
  });
});

describe('/forgot-password', () => {
  test('needs an email, then says what the server says', async () => {
    open(ForgotPassword, '/forgot-password');
    await press('Send the link');
    expect(screen.getByText('Email is required')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'nobody@example.com');
    await press('Send the link');
    const done = await screen.findByRole('status');
    expect(document.activeElement).toBe(done);
    expect(wire.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /auth/forgot-password']);
  });

  test.each(['name', '@example.com', 'name@', 'name@ '])(
    '%j is no address: nothing is sent',
    async (text) => {
      open(ForgotPassword, '/forgot-password');
      await user.type(screen.getByLabelText('Email'), text);
      await press('Send the link');
      expect(screen.getByText('Enter an email address, such as name@example.com.')).toBeTruthy();
      expect(wire.seen).toEqual([]);
    },
  );

  test('a failure keeps the address', async () => {
    break_();
    open(ForgotPassword, '/forgot-password');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await press('Send the link');
    await alertSays('The server had a problem.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
  });
});

describe('/reset-password', () => {
  const fill = async (password: string, again: string) => {
    if (password) await user.type(screen.getByLabelText('New password'), password);
    if (again) await user.type(screen.getByLabelText('Confirm password'), again);
    await press('Set the password');
  };

  test('the token leaves the address bar and survives a reload', async () => {
    open(ResetPassword, '/reset-password?token=abc');
    await waitFor(() => expect(location.search).toBe(''));
    expect(history.state).toEqual({ token: 'abc' });
  });

  test.each([
    ['', '', 'Password fields are required'],
    ['   ', 'something', 'Password fields are required'],
    ['something', '', 'Password fields are required'],
    ['something', 'somethink', 'Passwords do not match'],
  ])('%j and %j: %s', async (password, again, message) => {
    open(ResetPassword, '/reset-password?token=abc');
    await fill(password, again);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(wire.seen).toEqual([]);
  });

  test('without a token it says so at once, and again when sent', async () => {
    open(ResetPassword, '/reset-password');
    const text = 'Token is missing. Please use the link provided in the email.';
    await alertSays(text);
    await fill('a good password', 'a good password');
    await waitFor(() => expect(screen.getAllByText(text, { exact: false })).toHaveLength(2));
    expect(wire.seen).toEqual([]);
  });

  test('shows the server message when the status is not 200, under HTTP 200 too', async () => {
    wire.intercept = () => Response.json({ status: 400, message: 'The link is used up.' });
    open(ResetPassword, '/reset-password?token=abc');
    await fill('a good password', 'a good password');
    await alertSays('The link is used up.');
    screen.getByRole('link', { name: 'Ask for a new link' });
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a good password');
  });
});

describe.each([
  ['/reset-password?token=abc', ResetPassword, 'Set the password', '/forgot-password'],
  ['/delete-account/abc', ConfirmDeletion, 'Delete my account', '/delete-account'],
] as const)('a dead link to %s', (address, Form, button, renewal) => {
  async function send() {
    open(Form, address);
    for (const input of document.querySelectorAll('input')) await user.type(input, 'a good password');
    await press(button);
  }

  test.each([400, 404, 410])(
    'answered with %i leads to a new one, over the form as it was',
    async (status) => {
      refuse('Gone.', status);
      await send();
      const link = await screen.findByRole('link', { name: 'Ask for a new link' });
      expect(link.getAttribute('href')).toBe(renewal);
      expect(link.closest('.problem')?.textContent).toMatch(/^This link has expired or was already used\./);
      expect([...document.querySelectorAll('input')].every(({ value }) => value === 'a good password')).toBe(
        true,
      );
      screen.getByRole('button', { name: button });
    },
  );

  test.each([422, 429, 500])('is not what %i says', async (status) => {
    refuse('Otherwise.', status);
    await send();
    await alertSays('Otherwise.');
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  });
});

describe('/delete-account', () => {
  const fill = async (email: string, word: string) => {
    if (email) await user.type(screen.getByLabelText('Email'), email);
    if (word) await user.type(screen.getByLabelText('Type "DELETE" to confirm'), word);
    await press('Request deletion');
  };

  test.each(['', 'delete', 'DELETE ', 'DELET'])('the word must be exactly DELETE, not %j', async (word) => {
    open(DeleteAccount, '/delete-account');
    await fill('a@example.com', word);
    expect(screen.getByText('Please type "DELETE" to confirm.')).toBeTruthy();
    expect(wire.seen).toEqual([]);
  });

  test('what is no address is refused last, and nothing is sent', async () => {
    open(DeleteAccount, '/delete-account');
    const problem = 'Enter an email address, such as name@example.com.';
    await fill('name', 'delete');
    expect(screen.queryByText(problem)).toBeNull();
    await user.clear(screen.getByLabelText('Type "DELETE" to confirm'));
    await fill('', 'DELETE');
    expect(screen.getByText(problem)).toBeTruthy();
    expect(wire.seen).toEqual([]);
  });

  test('the email is required first, the reason is not', async () => {
    open(DeleteAccount, '/delete-account');
    await fill('', '');
    expect(screen.getByText('Email is required')).toBeTruthy();
    await fill('a@example.com', 'DELETE');
    await screen.findByRole('status');
  });

  test.each([
    ['the server message', 'Not today.', 'Not today.'],
    [
      'its own words',
      undefined,
      'Sorry unable to send deletion request.  Please check your details submitted',
    ],
  ])('a failure shows %s and keeps everything', async (_, sent, shown) => {
    refuse(sent);
    open(DeleteAccount, '/delete-account');
    await user.type(screen.getByLabelText('Reason (optional)'), 'Moving on.');
    await fill('a@example.com', 'DELETE');
    await alertSays(shown);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('Moving on.');
  });
});

describe('/delete-account/{token}', () => {
  test('opening it asks nothing; only the button does', async () => {
    open(ConfirmDeletion, '/delete-account/some%20token');
    await waitFor(() => expect(screen.getByRole('button').hasAttribute('disabled')).toBe(false));
    expect(wire.seen).toEqual([]);
    let body: unknown;
    wire.intercept = async (request) => {
      body = await request.json();
      return Response.json({ message: 'Gone soon.' });
    };
    await press('Delete my account');
    expect(await screen.findByText('Gone soon.')).toBeTruthy();
    expect(body).toEqual({ token: 'some token' });
    expect(location.pathname).toBe('/delete-account/some%20token');
  });

  test.each([
    ['the server message', 'Too old.', 'Too old.'],
    [
      'its own words',
      undefined,
      'Sorry, unable to confirm the deletion request. Make sure your link was not expired',
    ],
  ])('a failure shows %s', async (_, sent, shown) => {
    refuse(sent);
    open(ConfirmDeletion, '/delete-account/x');
    await press('Delete my account');
    await alertSays(shown);
  });

  test.each(['/delete-account/%20', '/delete-account/confirm', '/delete-account/confirm/'])(
    '%s has no token',
    async (address) => {
      open(ConfirmDeletion, address);
      await alertSays('Token is missing.');
      await press('Delete my account');
      expect(wire.seen).toEqual([]);
    },
  );
});
