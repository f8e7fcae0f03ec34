import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

type Stream = { isTTY: boolean };

function written({ isTTY }: Stream, steps: readonly number[], total: number): string {
  let text = '';
  const write = (piece: string | Uint8Array) => {
    text += piece.toString();
    return true;
  };
  const progress = showProgress({ isTTY, write }, total);
  for (const step of steps) progress.show(step);
  progress.done();
  return text.replace(/[\d.]+ s/, '0.1 s');
}

test('a terminal sees one line whose bar fills', () => {
  const text = written({ isTTY: true }, [500, 1_000], 1_000);
  expect(text).toBe(
    `\r  ${'█'.repeat(20)}${'░'.repeat(20)} 500 of 1,000 people\r  ${'█'.repeat(40)} 1,000 of 1,000 people\n  Done in 0.1 s.\n`,
  );
});

test('a log gets a line for every tenth at most', () => {
  const steps = Array.from({ length: 100 }, (_, index) => (index + 1) * 10);
  const lines = written({ isTTY: false }, steps, 1_000).trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.at(-2)).toBe('1,000 of 1,000 people');
  expect(lines.join()).not.toContain('\r');
});
