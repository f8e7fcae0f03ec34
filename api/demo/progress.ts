import type { WriteStream } from 'node:tty';

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

/**
 * Measured: the time of one, compared with a person with subscriptions and charges. Index and statistics: per person.
 */
const COSTS = {
  people: 1,
  index: 0.4,
  recipes: 2,
  payments: 0.4,
  recoveries: 3,
  statistics: 0.1,
} as const;
type Stage = keyof typeof COSTS;

const NAMES = {
  people: 'people',
  recipes: 'recipes',
  payments: 'failed payments',
  recoveries: 'recovered payments',
} as const;

/**
 * `total` may be smaller than announced. The search index is only built again by a large fill; the statistics count
 * bytes.
 */
export type Progress = { stage: Stage; done: number; total: number };

const MIN_BAR_WIDTH = 4;
const MAX_BAR_WIDTH = 40;
/** The text beside the bar takes so much with five million people. */
const TEXT_WIDTH = 69;
const DEFAULT_COLUMNS = 80;
/** A guess from less than this would be wrong. */
const MIN_GUESS_MS = 1_000;
const format = new Intl.NumberFormat('en-US');

/** One bar for all stages, with rate and time left, on a terminal; elsewhere one line per tenth. */
export function showProgress(
  output: Output,
  announced: { people: number; recipes: number; payments: number; recoveries: number },
  clock: () => number = Date.now,
): { show: (progress: Progress) => void; done: (text: string) => void } {
  const started = clock();
  const { columns = DEFAULT_COLUMNS } = output;
  const barWidth = Math.min(Math.max(columns - TEXT_WIDTH, MIN_BAR_WIDTH), MAX_BAR_WIDTH);
  const work = { ...announced, index: announced.people, statistics: announced.people };
  const weights = (Object.keys(COSTS) as Stage[]).map(
    (stage) => [stage, work[stage] * COSTS[stage]] as const,
  );
  const wholeWeight = weights.reduce((sum, [, weight]) => sum + weight, 0);
  let current: { stage: Stage | null; since: number } = { stage: null, since: started };
  let lastEvent = started;
  let lastTenth = -1;
  let lastLength = 0;

  function shareOf({ stage, done, total }: Progress): number {
    const index = weights.findIndex(([name]) => name === stage);
    const before = weights.slice(0, index).reduce((sum, [, weight]) => sum + weight, 0);
    return (before + (weights[index]?.[1] ?? 0) * (total === 0 ? 1 : done / total)) / wholeWeight;
  }

  function show(progress: Progress): void {
    const now = clock();
    if (progress.stage !== current.stage) current = { stage: progress.stage, since: lastEvent };
    lastEvent = now;
    const share = shareOf(progress);
    const text = [describe(progress, now - current.since), ...describeTimeLeft(share, now - started)].join(
      ', ',
    );
    if (output.isTTY) drawBar(share, text);
    else if (Math.floor(share * 10) !== lastTenth) output.write(`${percent(share)} ${text}\n`);
    lastTenth = Math.floor(share * 10);
  }

  function drawBar(share: number, text: string): void {
    const full = Math.floor(share * barWidth);
    const whole = `  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent(share)} ${text}`;
    // A wrapped line could not be replaced.
    const line = whole.slice(0, columns - 1);
    output.write(`\r${line.padEnd(lastLength)}`);
    lastLength = line.length;
  }

  return {
    show,
    done: (text) => {
      const seconds = ((clock() - started) / 1_000).toFixed(1);
      output.write(`${output.isTTY ? '\n  ' : ''}Done in ${seconds} s: ${text}\n`);
    },
  };
}

function describe({ stage, done, total }: Progress, elapsedMs: number): string {
  if (stage === 'index') return 'building the search index';
  if (stage === 'statistics') return 'updating the statistics of the tables';
  const counted = `${format.format(done)} of ${format.format(total)} ${NAMES[stage]}`;
  return elapsedMs > 0 ? `${counted}, ${format.format(Math.round((done / elapsedMs) * 1_000))}/s` : counted;
}

function describeTimeLeft(share: number, elapsedMs: number): string[] {
  if (elapsedMs < MIN_GUESS_MS || share >= 1) return [];
  const seconds = Math.ceil((elapsedMs * (1 - share)) / share / 1_000);
  const minutes = Math.floor(seconds / 60);
  return [`${minutes > 0 ? `${minutes} min ` : ''}${seconds % 60} s left`];
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`.padStart(5);
}
