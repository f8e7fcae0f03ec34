import { renderColumns } from '../table.ts';
import type { BrowserFigures } from './browser.ts';
import type { Capacity } from './capacity.ts';
import type { KillFigures } from './kill.ts';

export type ScaleFigures = {
  users: number;
  capacity: readonly Capacity[];
  kill: KillFigures;
  /** null if it was left out. */
  browser: BrowserFigures | null;
};

export function renderScale({ users, capacity, kill, browser }: ScaleFigures): string {
  const loads = capacity.map(({ name, load, replicaShare }) => [
    name,
    load.answersPerSecond.toFixed(0),
    load.p50.toFixed(1),
    load.p95.toFixed(1),
    `${Math.round(replicaShare * 100)} %`,
    describe(load.failures),
  ]);
  const writes = kill.writes.map(({ kind, acknowledged, lost, failed, failedButDone }) => [
    kind,
    ...[acknowledged, lost, failed].map(String),
    failedButDone === null ? '–' : String(failedButDone),
  ]);
  const { reads, imports } = kill;
  return [
    renderColumns(
      [`${users} users, 20 connections`, '/s', 'p50 ms', 'p95 ms', 'rows read by replica', 'failures'],
      loads,
    ),
    renderColumns(
      ['one of three killed under load', 'acknowledged', 'lost', 'failed', 'failed but done'],
      writes,
    ),
    `Failed answers: ${describe(kill.reasons)}. Half writes: ${kill.halfWrites}. ` +
      `Reads: ${reads.reads}, failed ${reads.failed}.\n` +
      `${imports.count} imports of ${imports.rows} rows: ${imports.unfinished} rows missing, ` +
      `the one of the killed process taken over after ${kill.takeoverSeconds.toFixed(1)} s, ` +
      `all done after ${kill.doneSeconds.toFixed(1)} s.\n`,
    browser
      ? `Browser suite through nginx: ${browser.passed} passed, ${browser.failed} failed ` +
        `in ${browser.files} files, ${Math.round(browser.seconds)} s.\n`
      : '',
  ].join('\n');
}

/** What must never happen, one line each. */
export function listBroken({ kill, browser }: ScaleFigures): string[] {
  const lost = kill.writes.reduce((sum, write) => sum + write.lost, 0);
  const facts: readonly (readonly [number, string])[] = [
    [lost, 'acknowledged writes are lost'],
    [kill.halfWrites, 'writes are half done'],
    [kill.reads.failed, 'reads failed'],
    [kill.imports.unfinished, 'rows of imports are missing'],
    [browser?.failed ?? 0, 'browser tests failed'],
  ];
  return facts.filter(([count]) => count !== 0).map(([count, what]) => `${count} ${what}.`);
}

function describe(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([reason, count]) => `${count} × ${reason}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}
