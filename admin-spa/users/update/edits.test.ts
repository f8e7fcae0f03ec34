import { expect, test } from 'vitest';
import { typedSince, type Versioned, versionOf } from './edits.ts';

const user = {
  id: 1,
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '1',
  status: 'active',
  role: 'user',
  onboarding_status: null,
};
const before: Versioned = { user, version: 1 };
const after = (values: Partial<typeof user>): Versioned => ({ user: { ...user, ...values }, version: 2 });

test('what was sent is no longer typed, what came since is', () => {
  expect(typedSince({ first_name: 'Augusta', phone: '12' }, { first_name: 'Augusta', phone: '1' })).toEqual({
    phone: '12',
  });
});

test('a newer version is built upon where it left alone what was being typed', () => {
  expect(versionOf({ phone: '2' }, before, after({ last_name: 'King' }))).toBe(2);
  expect(versionOf({}, null, after({}))).toBe(2);
});

test('a newer version of a field that was being typed over is not overwritten unseen', () => {
  expect(versionOf({ phone: '2' }, before, after({ phone: '3' }))).toBe(1);
});

test('without versions from the server there is none to send', () => {
  expect(versionOf({ phone: '2' }, null, { user, version: null })).toBeNull();
});
