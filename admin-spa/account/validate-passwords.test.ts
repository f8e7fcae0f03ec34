import { expect, test } from 'vitest';
import { validatePasswords } from './validate-passwords.ts';

const typed = { currentPassword: 'the old one', password: 'a new one', confirmPassword: 'a new one' };

test('empty and blank fields are required, in the order of the form', () => {
  expect(Object.entries(validatePasswords({ ...typed, currentPassword: '', password: '  ' }) ?? {})).toEqual([
    ['currentPassword', 'Current password is required'],
    ['password', 'New password is required'],
  ]);
  expect(validatePasswords({ ...typed, confirmPassword: '' })).toEqual({
    confirmPassword: 'Please confirm the new password',
  });
});

test('both new passwords must be identical, blanks included', () => {
  expect(validatePasswords(typed)).toBeNull();
  expect(validatePasswords({ ...typed, confirmPassword: 'a new one ' })).toEqual({
    confirmPassword: 'Passwords do not match',
  });
});
