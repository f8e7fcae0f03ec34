import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { failureText, outcomeOf } from './failure.ts';

const said = (message: string, fromServer: boolean, body: unknown = null) =>
  new ApiError('refused', message, fromServer, { status: 200, body });

test.each([
  [said('On hold until Friday.', true), 'Recovery failed: On hold until Friday.'],
  [said('The server refused the request.', false), 'Recovery failed: Unknown error'],
  [new ApiError('unreachable', 'No connection.', false), 'Recovery failed'],
  [new ApiError('format', 'Unexpected response format', false), 'Recovery failed'],
  [new Error('anything'), 'Recovery failed'],
])('%s', (error, text) => {
  expect(failureText(error)).toBe(text);
});

test('the outcome is believed only where it is one', () => {
  expect(outcomeOf(said('No.', true, { outcome: 'not_retryable' }))).toBe('not_retryable');
  expect(outcomeOf(said('No.', true, { outcome: 'other' }))).toBeNull();
  expect(outcomeOf(said('No.', true))).toBeNull();
  expect(outcomeOf(new Error('No.'))).toBeNull();
});
