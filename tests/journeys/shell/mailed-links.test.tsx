import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ConfirmDeletion } from '#site/islands/ConfirmDeletion.tsx';
import { ResetPassword } from '#site/islands/ResetPassword.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, open, press, refuse, user } from '../site/islands.tsx';

const { proxy } = journey;

describe('/reset-password', () => {
  const fill = async (password: string, again: string) => {
    if (password) await user.type(screen.getByLabelText('New password'), password);
    if (again) await user.type(screen.getByLabelText('Confirm password'), again);
    await press('Set new password');
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
    expect(proxy.requests).toEqual([]);
  });

  test('without a token an error is shown at once, and again when sent', async () => {
    open(ResetPassword, '/reset-password');
    const text = 'Token is missing. Please use the link provided in the email.';
    await expectAlert(text);
    await fill('a good password', 'a good password');
    await waitFor(() => expect(screen.getAllByText(text, { exact: false })).toHaveLength(2));
    expect(proxy.requests).toEqual([]);
  });

  test('shows the server message when the status is not 200, under HTTP 200 too', async () => {
    proxy.intercept = () => Response.json({ status: 400, message: 'The link is used up.' });
    open(ResetPassword, '/reset-password?token=abc');
    await fill('a good password', 'a good password');
    await expectAlert('The link is used up.');
    screen.getByRole('link', { name: 'Request a new link' });
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a good password');
  });
});

describe.each([
  ['/reset-password?token=abc', ResetPassword, 'Set new password', '/forgot-password'],
  ['/delete-account/abc', ConfirmDeletion, 'Delete my account', '/delete-account'],
] as const)('an expired link to %s', (address, Form, button, renewal) => {
  async function send() {
    open(Form, address);
    for (const input of document.querySelectorAll('input')) await user.type(input, 'a good password');
    await press(button);
  }

  test.each([400, 404, 410])('answered with %i links to a new one and keeps the form', async (status) => {
    refuse('Gone.', status);
    await send();
    const link = await screen.findByRole('link', { name: 'Request a new link' });
    expect(link.getAttribute('href')).toBe(renewal);
    expect(link.closest('.problem')?.textContent).toMatch(/^This link was already used or has expired\./);
    expect([...document.querySelectorAll('input')].every(({ value }) => value === 'a good password')).toBe(
      true,
    );
    screen.getByRole('button', { name: button });
  });

  test.each([422, 429, 500])('is not assumed for %i', async (status) => {
    refuse('Otherwise.', status);
    await send();
    await expectAlert('Otherwise.');
    expect(screen.queryByRole('link', { name: 'Request a new link' })).toBeNull();
  });
});

describe('/delete-account/{token}', () => {
  test('opening it sends nothing; only the button does', async () => {
    open(ConfirmDeletion, '/delete-account/some%20token');
    await waitFor(() => expect(screen.getByRole('button').hasAttribute('disabled')).toBe(false));
    expect(proxy.requests).toEqual([]);
    let body: unknown;
    proxy.intercept = async (request) => {
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
    await expectAlert(shown);
  });

  test.each(['/delete-account/%20', '/delete-account/confirm', '/delete-account/confirm/'])(
    '%s has no token',
    async (address) => {
      open(ConfirmDeletion, address);
      await expectAlert('Token is missing.');
      await press('Delete my account');
      expect(proxy.requests).toEqual([]);
    },
  );

  const kept = () => screen.queryByRole('link', { name: 'Keep my account' });

  test('while the request is under way, the other choice leads nowhere', async () => {
    let release = () => {};
    proxy.intercept = () =>
      new Promise((resolve) => {
        release = () => resolve(Response.json({ message: 'Gone soon.' }));
      });
    open(ConfirmDeletion, '/delete-account/abc');
    expect(kept()?.getAttribute('href')).toBe('#kept');
    await press('Delete my account');
    await screen.findByRole('button', { name: 'Deleting…' });
    expect(screen.getByText('Keep my account').getAttribute('href')).toBeNull();
    await waitFor(() => expect(proxy.requests).toHaveLength(1));
    release();
    expect(await screen.findByText('Gone soon.')).toBeTruthy();
    expect(kept()).toBeNull();
  });

  test.each([
    [400, false],
    [500, false],
    [422, true],
    [429, true],
  ])('after %i it is offered only if nothing can have been deleted: %s', async (status, isOffered) => {
    refuse('Otherwise.', status);
    open(ConfirmDeletion, '/delete-account/abc');
    await press('Delete my account');
    await expectAlert('Otherwise.');
    expect(kept() !== null).toBe(isOffered);
    expect(screen.queryByText(/We can’t tell whether your account was deleted/) !== null).toBe(
      status === 500,
    );
  });
});
