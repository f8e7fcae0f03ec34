import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { failureText, outcomeOf } from './labels.tsx';

const refusal = (message: string, details: { isFromServer?: boolean; body?: unknown } = {}) =>
  new ApiError('refused', message, { status: 200, body: null, ...details });

test.each([
  [refusal('On hold until Friday.', { isFromServer: true }), 'Recovery failed: On hold until Friday.'],
  [refusal('The server refused the request.'), 'Recovery failed: Unknown error'],
  [new ApiError('unreachable', 'No connection.'), 'Recovery failed'],
  [new ApiError('format', 'Unexpected response format'), 'Recovery failed'],
  [new Error('anything'), 'Recovery failed'],
])('%s', (error, text) => {
  expect(failureText(error)).toBe(text);
});

test('an unknown outcome is ignored', () => {
  expect(outcomeOf(refusal('No.', { body: { outcome: 'not_retryable' } }))).toBe('not_retryable');
  expect(outcomeOf(refusal('No.', { body: { outcome: 'other' } }))).toBeNull();
  expect(outcomeOf(refusal('No.'))).toBeNull();
  expect(outcomeOf(new Error('No.'))).toBeNull();
});
