import { expect, test } from 'vitest';
import { baseVersion, firstValidationError, unsavedEdits, type VersionedUser } from './edits.ts';

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
const before: VersionedUser = { user, version: 1 };
const after = (values: Partial<typeof user>): VersionedUser => ({ user: { ...user, ...values }, version: 2 });

test('saved edits are dropped, later edits are kept', () => {
  expect(unsavedEdits({ first_name: 'Augusta', phone: '12' }, { first_name: 'Augusta', phone: '1' })).toEqual(
    {
      phone: '12',
    },
  );
});

test('the newer version is used if it did not change an edited field', () => {
  expect(baseVersion({ phone: '2' }, before, after({ last_name: 'King' }))).toBe(2);
  expect(baseVersion({}, null, after({}))).toBe(2);
});

test('the older version is used if the newer one changed an edited field', () => {
  expect(baseVersion({ phone: '2' }, before, after({ phone: '3' }))).toBe(1);
});

test('without a version from the server none is sent', () => {
  expect(baseVersion({ phone: '2' }, null, { user, version: null })).toBeNull();
});

const whole = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '1' };

test.each([
  [{ first_name: '', last_name: '', email: '', phone: '' }, 'First Name is required'],
  [{ ...whole, last_name: '', email: '', phone: '' }, 'Last Name is required'],
  [{ ...whole, email: '', phone: '' }, 'Email is required'],
  [{ ...whole, phone: '' }, 'Phone is required'],
  [{ ...whole, first_name: ' \t' }, 'First Name is required'],
])('%o', (typed, message) => {
  expect(firstValidationError(typed)?.message).toBe(message);
});

test('no rule checks the format of a value', () => {
  expect(firstValidationError(whole)).toBeNull();
  expect(firstValidationError({ ...whole, email: 'no address', phone: 'no number' })).toBeNull();
});
