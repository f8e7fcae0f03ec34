import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DeleteAccount } from '#site/islands/DeleteAccount.tsx';
import { ForgotPassword } from '#site/islands/ForgotPassword.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, open, press, refuse, user } from './islands.tsx';

const { proxy } = journey;

describe('/forgot-password', () => {
  test('requires an email, then shows the message of the server', async () => {
    open(ForgotPassword, '/forgot-password');
    await press('Send reset link');
    expect(screen.getByText('Email is required')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'nobody@example.com');
    await press('Send reset link');
    const done = await screen.findByRole('status');
    await waitFor(() => expect(document.activeElement).toBe(done));
    expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /auth/forgot-password',
    ]);
  });

  test.each(['name', '@example.com', 'name@', 'name@ ', 'MAILTO:leo@example.com', 'Leo <leo@example.com>'])(
    '%j is no email address: nothing is sent',
    async (text) => {
      open(ForgotPassword, '/forgot-password');
      await user.type(screen.getByLabelText('Email'), text);
      await press('Send reset link');
      expect(screen.getByText('Enter an email address, such as name@example.com.')).toBeTruthy();
      expect(proxy.requests).toEqual([]);
    },
  );

  test('an address is sent without invisible characters', async () => {
    const bodies: unknown[] = [];
    proxy.intercept = async (request) => {
      bodies.push(await request.clone().json());
      return undefined;
    };
    open(ForgotPassword, '/forgot-password');
    await user.click(screen.getByLabelText('Email'));
    await user.paste('\u2067mia@exam\u00ADple.com\u2069');
    await press('Send reset link');
    await screen.findByRole('status');
    expect(bodies).toEqual([{ email: 'mia@example.com' }]);
  });

  test('a failure keeps the address', async () => {
    proxy.intercept = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    open(ForgotPassword, '/forgot-password');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await press('Send reset link');
    await expectAlert('The server had a problem.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
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
    expect(proxy.requests).toEqual([]);
  });

  test('an invalid address is reported last, and nothing is sent', async () => {
    open(DeleteAccount, '/delete-account');
    const problem = 'Enter an email address, such as name@example.com.';
    await fill('name', 'delete');
    expect(screen.queryByText(problem)).toBeNull();
    await user.clear(screen.getByLabelText('Type "DELETE" to confirm'));
    await fill('', 'DELETE');
    expect(screen.getByText(problem)).toBeTruthy();
    expect(proxy.requests).toEqual([]);
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
    await expectAlert(shown);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('Moving on.');
  });
});
