import { type KeyboardEvent, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import type { StatisticsRow } from '#contract/statistics/list.ts';
import { Card } from '../ui/Card.tsx';
import { formatCount, formatMoney } from '../ui/format/format.ts';
import { type ExportFile, ExportPanel, fileName } from '../ui/list/export.tsx';
import { type Month, toMonths } from './months.ts';
import { notConvertedText } from './Statistics.tsx';

/**
 * Shows the last two years as a chart, and offers every month as a file. The table beside it has the same figures as
 * text.
 */
export function MonthsCard({ rows }: { rows: readonly StatisticsRow[] }) {
  const months = toMonths(rows, new Date());
  const hasExport = useCan()('statistics:export') && rows.length > 0;
  if (!months && !hasExport) return null;
  return (
    <Card title="Subscriptions and revenue by month" titleId="months-title" className="card months-chart">
      {months && <MonthSlider months={months} />}
      {hasExport && <ExportPanel text={exportText(rows.length)} files={exportFiles(new Date())} />}
    </Card>
  );
}

function exportText(count: number): string {
  return count === 1 ? 'Export the month in the table:' : `Export all ${count} months of the table:`;
}

function exportFiles(now: Date): readonly ExportFile[] {
  return [
    {
      label: 'CSV',
      name: fileName(['subscription-stats', 'by-month'], 'csv', now),
      load: (options) => download(exportStatistics, { ...options, query: undefined }),
    },
  ];
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Shows revenue and subscriptions of each month as bars, and one month in words. */
function MonthSlider({ months }: { months: readonly Month[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = months.length - 1;
  const lastComplete = months.findLastIndex(({ isRunning }) => !isRunning);
  const shown = Math.min(chosen ?? Math.max(0, lastComplete), last);

  function onKey(event: KeyboardEvent) {
    const next = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  }

  return (
    <>
      {/* A slider: one stop of the keyboard, and a value that screen readers say. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label="Month"
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={shown + 1}
        aria-valuetext={describe(months[shown])}
        onKeyDown={onKey}
      >
        <Bars
          title="Total Revenue ($)"
          values={months.map(({ total_revenue }) => total_revenue ?? 0)}
          format={formatMoney}
          {...{ months, shown, choose: setChosen }}
        />
        <Bars
          title="Subscription Count"
          values={months.map(({ subscription_count }) => subscription_count ?? 0)}
          format={formatCount}
          {...{ months, shown, choose: setChosen }}
        />
      </div>
      <p className="reading">{describe(months[shown])}</p>
    </>
  );
}

/** Returns a text such as "2026-05: $1,200.00 (+20.0%), 120 subscriptions (+20.0%)". */
function describe(month: Month | undefined): string {
  if (!month) return '';
  const revenue = `$${formatMoney(month.total_revenue)}${changeText(month.change?.revenue)}`;
  const count = month.subscription_count;
  const subscriptions = `${formatCount(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`;
  const others = month.not_converted ? `, ${notConvertedText(month.not_converted)}` : '';
  const text = `${month.month}: ${revenue}, ${subscriptions}${changeText(month.change?.count)}${others}`;
  return month.isRunning ? `${text} so far` : text;
}

function changeText(change: number | null | undefined): string {
  if (change === null || change === undefined) return '';
  return ` (${percent.format(change)})`;
}

/** The units of the drawing, which is stretched to the width of the card. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

type BarsProps = {
  title: string;
  values: readonly number[];
  format: (value: number) => string;
  months: readonly Month[];
  shown: number;
  choose: (index: number) => void;
};

/** Draws a bar for each month; the running one is only an outline. */
function Bars({ title, values, format, months, shown, choose }: BarsProps) {
  const highest = Math.max(...values, 0);
  const height = (value: number) => (highest > 0 ? (Math.max(0, value) / highest) * HEIGHT : 0);
  return (
    <figure>
      <figcaption>
        <span>{title}</span> <span className="muted">{`highest ${format(highest)}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {months.map(({ month, isRunning }, index) => {
          const x = index * STEP;
          const barHeight = height(values[index] ?? 0);
          const bar = { x: x + (STEP - BAR) / 2, y: HEIGHT - barHeight, width: BAR, height: barHeight };
          return (
            <g key={month} className={index === shown ? 'chosen' : undefined}>
              <rect {...bar} className={isRunning ? 'running' : 'bar'} />
              {/* The whole column reacts to the pointer. */}
              <rect
                className="column"
                {...{ x, y: 0, width: STEP, height: HEIGHT }}
                onPointerEnter={() => choose(index)}
                onPointerDown={() => choose(index)}
              />
            </g>
          );
        })}
      </svg>
      <p className="ends muted" aria-hidden="true">
        <span>{months[0]?.month}</span> <span>{months.at(-1)?.month}</span>
      </p>
    </figure>
  );
}
