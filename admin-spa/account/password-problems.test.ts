import { expect, test } from 'vitest';
import { passwordProblems } from './password-problems.ts';

const typed = { currentPassword: 'the old one', password: 'a new one', confirmPassword: 'a new one' };

test('what is empty or blank is asked for, in the order of the form', () => {
  expect(Object.entries(passwordProblems({ ...typed, currentPassword: '', password: '  ' }) ?? {})).toEqual([
    ['currentPassword', 'Current password is required'],
    ['password', 'New password is required'],
  ]);
  expect(passwordProblems({ ...typed, confirmPassword: '' })).toEqual({
    confirmPassword: 'Please repeat the new password',
  });
});

test('the repetition is the same, blanks included', () => {
  expect(passwordProblems(typed)).toBeNull();
  expect(passwordProblems({ ...typed, confirmPassword: 'a new one ' })).toEqual({
    confirmPassword: 'Passwords do not match',
  });
});
