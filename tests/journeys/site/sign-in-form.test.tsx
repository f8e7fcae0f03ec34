import { screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { describe, expect, test } from 'vitest';
import { LoginForm } from '#forms/LoginForm.tsx';
import { journey } from '#tests/setup/journeys/journey.ts';
import { expectAlert, open, press, refuse, user } from './islands.tsx';

const { proxy } = journey;

describe('/login', () => {
  test('requires both fields, focuses the first one, and sends nothing', async () => {
    open(LoginForm, '/login');
    await press('Sign in');
    const email = screen.getByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(proxy.requests).toEqual([]);
    expect(screen.getByLabelText('Remember me')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  test('shows the server message and keeps what was typed', async () => {
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one');
    await press('Sign in');
    await expectAlert('Incorrect email or password.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong one');
  });

  test.each([
    [401, 'That email and password don’t match an administrator.'],
    [429, 'Too many attempts. Wait a while, then try again.'],
  ])('a refusal (%i) stays beside the form until it is edited', async (status, words) => {
    refuse('No.', status);
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one');
    await press('Sign in');
    await expectAlert('No.');
    toast.remove();
    expect(screen.getByText(words)).toBeTruthy();
    await user.type(screen.getByLabelText('Password'), '!');
    expect(screen.queryByText(words)).toBeNull();
  });

  test('a double press sends one request', async () => {
    let release = () => {};
    proxy.intercept = () =>
      new Promise((resolve) => {
        release = () => resolve(Response.json({ message: 'no' }, { status: 401 }));
      });
    open(LoginForm, '/login');
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong one{Enter}{Enter}');
    await press('Signing in…');
    await waitFor(() => expect(proxy.requests).toHaveLength(1));
    release();
    await expectAlert('no');
    expect(proxy.requests).toHaveLength(1);
  });
});
