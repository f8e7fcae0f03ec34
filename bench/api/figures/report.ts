import { availableParallelism, cpus, totalmem } from 'node:os';
import { renderColumns } from '../../table.ts';
import type { Figures } from '../measure-call.ts';

/** A call on each side, the smallest first. */
export type MeasuredCall = { name: string; sides: readonly Figures[] };

const MEGABYTE = 1_048_576;

/** Milliseconds at one connection, answers a second at twenty, and the ratios of the largest side. */
export function renderReport(measured: readonly MeasuredCall[]): string {
  const sides = measured[0]?.sides ?? [];
  const head = [
    'call',
    ...sides.flatMap(({ users }) => [
      `${users.toLocaleString('en-US')}: p50`,
      'p95',
      'floor',
      '/s',
      'of floor',
    ]),
    'x users',
    'x floor',
  ];
  return renderColumns(head, measured.map(renderCall));
}

function renderCall({ name, sides }: MeasuredCall): string[] {
  const { growth, overhead } = getRatios(sides);
  return [name, ...sides.flatMap(renderFigures), renderRatio(growth), renderRatio(overhead)];
}

function renderFigures({ p50, p95, floor, load }: Figures): string[] {
  const answers = load && (load.failure ? 'fails' : String(Math.round(load.answersPerSecond)));
  const share = load?.floorPerSecond ? (load.answersPerSecond / load.floorPerSecond).toFixed(2) : '–';
  return [p50.toFixed(1), p95.toFixed(1), floor ? floor.p50.toFixed(1) : '–', answers ?? '–', share];
}

/** p50 of the largest side: by the one of the smallest side, and by its floor. */
function getRatios(sides: readonly Figures[]): { growth: number | null; overhead: number | null } {
  const [smallest, largest] = [sides[0], sides.at(-1)];
  if (!smallest || !largest) return { growth: null, overhead: null };
  const overhead = largest.floor ? largest.p50 / largest.floor.p50 : null;
  return { growth: largest.p50 / smallest.p50, overhead };
}

function renderRatio(ratio: number | null): string {
  return ratio === null ? '–' : ratio.toFixed(1);
}

/** All figures as JSON, with the facts of the machine. */
export function toJson(measured: readonly MeasuredCall[], postgresql: string): string {
  const machine = {
    node: process.version,
    postgresql,
    system: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / MEGABYTE),
  };
  const calls = measured.map(({ name, sides }) => ({ name, sides, ...getRatios(sides) }));
  return `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, calls }, null, 2)}\n`;
}

/** Of calls that failed under load, one line each. */
export function listFailures(measured: readonly MeasuredCall[]): string[] {
  return measured.flatMap(({ name, sides }) =>
    sides.flatMap(({ users, load }) =>
      load?.failure ? [`${name} with ${users} users at 20 connections: ${load.failure}`] : [],
    ),
  );
}
