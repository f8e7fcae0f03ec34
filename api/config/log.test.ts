import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createLog, describeError } from './log.ts';

const SECRET = 'a-personal-value';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const schema = v.object({
  data: v.array(v.object({ id: v.number(), email: v.pipe(v.string(), v.email()) })),
});
const invalid = thrownBy(() =>
  v.parse(schema, {
    data: [
      { id: 1, email: SECRET },
      { id: SECRET, email: 'a@example.com' },
    ],
  }),
);

test('the log of a schema error has the paths and the expected types, never the values', () => {
  expect(String(invalid)).toContain(SECRET);
  const described = describeError(new Error('the answer is not ours', { cause: invalid }));
  expect(JSON.stringify(described)).not.toContain(SECRET);
  expect(described.cause).toMatchObject({
    type: 'ValiError',
    message: 'data.0.email: email expected; data.1.id: number expected',
    stack: expect.stringMatching(/^ValiError\n {4}at /),
  });
  const lines: string[] = [];
  createLog({ write: (line) => lines.push(line) }).error({ err: invalid }, 'a request failed');
  expect(lines.join('')).not.toContain(SECRET);
  expect(lines.join('')).toContain('data.1.id');
});

test('a value that looks like a stack or a pattern is not logged', () => {
  for (const value of [`\n    at ${SECRET}`, `$& $\` ${SECRET}`]) {
    const error = thrownBy(() => v.parse(v.number(), value));
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
    expect(describeError(error).message).toBe('the value itself: number expected');
  }
});

test('any other failure keeps its message and its stack', () => {
  const { message, stack } = describeError(new TypeError('x is no function'));
  expect(message).toBe('x is no function');
  expect(stack).toMatch(/^TypeError: x is no function\n {4}at /);
});
