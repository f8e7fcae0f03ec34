import { expect, test } from 'vitest';
import { firstValidationError } from './validate-user.ts';

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
