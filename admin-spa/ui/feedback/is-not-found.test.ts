import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { isNotFound } from './is-not-found.ts';

const refused = (status: number, body: unknown) => new ApiError('refused', 'No.', { status, body });

test.each([
  ['HTTP 404', refused(404, null), true],
  ['a 404 in the body of a 200', refused(200, { status: 404 }), true],
  ['another refusal', refused(500, { status: 500 }), false],
  ['an answer of another shape', new ApiError('format', 'No.', { status: 404 }), false],
  ['any other error', new Error('404'), false],
])('%s', (_, error, missing) => {
  expect(isNotFound(error)).toBe(missing);
});
