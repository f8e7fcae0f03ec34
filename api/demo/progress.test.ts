import { expect, test } from 'vitest';
import { type Progress, showProgress } from './progress.ts';

const announced = { people: 1_000, recipes: 100, payments: 160, recoveries: 90 };
const steps: readonly Progress[] = [
  ...[250, 500, 750, 1_000].map((done) => ({ stage: 'people' as const, done, total: 1_000 })),
  { stage: 'recipes', done: 62, total: 100 },
  { stage: 'recipes', done: 100, total: 100 },
  { stage: 'payments', done: 150, total: 160 },
  { stage: 'recoveries', done: 80, total: 90 },
  { stage: 'statistics', done: 0, total: 5_000 },
  { stage: 'statistics', done: 5_000, total: 5_000 },
];

/** What is written; each step takes a second. */
function written(output: { isTTY: boolean; columns?: number }, shown: readonly Progress[] = steps): string[] {
  const pieces: string[] = [];
  const write = (piece: string | Uint8Array) => {
    pieces.push(piece.toString());
    return true;
  };
  let now = 0;
  const progress = showProgress({ ...output, write }, announced, () => now);
  for (const step of shown) {
    now += 1_000;
    progress.show(step);
  }
  progress.done('1,000 users.');
  return pieces;
}

test('a terminal sees one line, whose bar covers every stage and is full only at the end', () => {
  const lines = written({ isTTY: true });
  expect(lines.slice(0, -1).every((line) => line.startsWith('\r  '))).toBe(true);
  const bars = lines.slice(0, -1).map((line) => line.split('█').length - 1);
  expect(bars).toEqual([...bars].sort((one, other) => one - other));
  const rests = lines.slice(0, -1).map((line) => line.split('░').length - 1);
  expect(bars.map((full, index) => full + (rests[index] ?? 0))).toEqual(Array(10).fill(11));
  expect(rests.map((rest) => rest === 0)).toEqual([...Array(9).fill(false), true]);
  expect(lines.at(-1)).toBe('\n  Done in 10.0 s: 1,000 users.\n');
});

test('the line says how many, how fast and how long', () => {
  const lines = written({ isTTY: true }).map((line) => line.replace(/^\r {2}[█░]+ +/, '').trimEnd());
  expect(lines[1]).toMatch(/^\d+ % 500 of 1,000 people, 250\/s, \d+ s left$/);
  expect(lines[5]).toMatch(/ % 100 of 100 recipes, 50\/s, \d s left$/);
  expect(lines[6]).toMatch(/ % 150 of 160 failed payments, 150\/s, 2 s left$/);
  expect(lines[7]).toMatch(/ % 80 of 90 recovered payments, 80\/s, 1 s left$/);
  expect(lines[9]).toBe('100 % updating the statistics of the tables');
});

test('a large fill says that it builds the search index, between the people and the recipes', () => {
  const index = { stage: 'index', done: 0, total: 1 } as const;
  const lines = written({ isTTY: true }, [...steps.slice(0, 4), index, ...steps.slice(4)]);
  const share = (line = '') => Number(line.match(/(\d+) %/)?.[1]);
  expect(lines[4]).toContain('building the search index');
  expect(share(lines[4])).toBeGreaterThanOrEqual(share(lines[3]));
  expect(share(lines[4])).toBeLessThan(share(lines[5]));
});

test('minutes are named, and a guess needs more than the first moment', () => {
  const [first = ''] = written({ isTTY: true }, [{ stage: 'people', done: 5, total: 1_000 }]);
  expect(first).toMatch(/, 5\/s, 6 min \d+ s left/);
  const pieces: string[] = [];
  const write = (piece: string | Uint8Array) => pieces.push(piece.toString()) > 0;
  showProgress({ isTTY: true, write }, announced, () => 0).show({ stage: 'people', done: 5, total: 1_000 });
  expect(pieces.join()).toMatch(/ 5 of 1,000 people$/);
});

test.each([60, 80, 200])(
  'no line is longer than a terminal of %i columns, and none leaves a rest',
  (columns) => {
    const lines = written({ isTTY: true, columns }).slice(0, -1);
    for (const [index, line] of lines.entries()) {
      expect(line.length - '\r'.length).toBeLessThan(columns);
      expect(line.length).toBeGreaterThanOrEqual(lines[index - 1]?.trimEnd().length ?? 0);
    }
  },
);

test('a log gets a line for every tenth at most', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    stage: 'people' as const,
    done: (index + 1) * 10,
    total: 1_000,
  }));
  const lines = written({ isTTY: false }, [...many, ...steps.slice(4)]);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.at(-2)).toBe('100 % updating the statistics of the tables\n');
  expect(lines.join()).not.toContain('\r');
});
