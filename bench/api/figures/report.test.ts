import { expect, test } from 'vitest';
import type { Figures } from '../measure-call.ts';
import { listFailures, type MeasuredCall, renderReport, toJson } from './report.ts';

const figures = (users: number, p50: number, more: Partial<Figures> = {}): Figures => ({
  users,
  rounds: 40,
  p50,
  p95: p50 * 2,
  floor: { p50: p50 / 4, p95: p50, queries: 3 },
  load: { answersPerSecond: 123.4, floorPerSecond: 200, failure: null },
  ...more,
});

const measured: MeasuredCall[] = [
  { name: 'GET /admin/users, page 1', sides: [figures(1_000, 2), figures(1_000_000, 30)] },
  {
    name: 'POST /admin/recipes',
    sides: [
      figures(1_000, 4, {
        floor: null,
        load: { answersPerSecond: 123.4, floorPerSecond: null, failure: null },
      }),
      figures(1_000_000, 4, {
        floor: null,
        load: { answersPerSecond: 1, floorPerSecond: null, failure: 'Error: 500' },
      }),
    ],
  },
  { name: 'GET /slow', sides: [figures(1_000, 8), figures(1_000_000, 2_000, { load: null })] },
];

test('the table has a line for each call, with both ratios of the largest side', () => {
  const lines = renderReport(measured)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(lines).toEqual([
    [
      'call',
      '1,000: p50',
      'p95',
      'floor',
      '/s',
      'of floor',
      '1,000,000: p50',
      'p95',
      'floor',
      '/s',
      'of floor',
      'x users',
      'x floor',
    ],
    [
      'GET /admin/users, page 1',
      '2.0',
      '4.0',
      '0.5',
      '123',
      '0.62',
      '30.0',
      '60.0',
      '7.5',
      '123',
      '0.62',
      '15.0',
      '4.0',
    ],
    ['POST /admin/recipes', '4.0', '8.0', '–', '123', '–', '4.0', '8.0', '–', 'fails', '–', '1.0', '–'],
    ['GET /slow', '8.0', '16.0', '2.0', '123', '0.62', '2000.0', '4000.0', '500.0', '–', '–', '250.0', '4.0'],
  ]);
});

test('what fails under load is named', () => {
  expect(listFailures(measured)).toEqual([
    'POST /admin/recipes with 1000000 users at 20 connections: Error: 500',
  ]);
});

test('the JSON has every figure and the facts of the machine', () => {
  const report = JSON.parse(toJson(measured, '18.4'));
  expect(report.machine).toMatchObject({
    node: process.version,
    postgresql: '18.4',
    cores: expect.any(Number),
  });
  expect(report.calls[0]).toEqual({ ...measured[0], growth: 15, overhead: 4 });
});
