import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import { Card } from '../ui/Card.tsx';
import { formatCount, formatMoney } from '../ui/format/format.ts';
import { type ExportFile, ExportPanel, fileName } from '../ui/list/export.tsx';
import { elapsedShare, type Month, niceTop, paceOf, toMonths } from './months.ts';
import { statisticsQuery } from './queries.ts';
import { notConvertedText } from './Statistics.tsx';

/** Shows the last two years as a chart, and offers every month as a file. The table has the same figures as text. */
export function MonthsCard() {
  const { data, isPending } = useQuery(statisticsQuery);
  const rows = data?.data ?? [];
  const now = new Date();
  const months = toMonths(rows, now);
  const hasExport = useCan()('statistics:export') && rows.length > 0;
  // Another provider may send too little for a chart. A failure shows on the table.
  if (!isPending && !months && !hasExport) return null;
  return (
    <Card title="Subscriptions and revenue by month" titleId="months-title" className="card months-chart">
      {months && <MonthSlider months={months} elapsed={elapsedShare(now)} />}
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

type SliderProps = {
  months: readonly Month[];
  /** How much of the running month has passed, from 0 to 1. */
  elapsed: number;
};

/** Shows revenue and subscriptions of each month as bars, and one month in words. */
function MonthSlider({ months, elapsed }: SliderProps) {
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
        aria-valuetext={describe(months[shown], elapsed)}
        onKeyDown={onKey}
        onFocus={() => setChosen(shown)}
        onBlur={() => setChosen(null)}
        onPointerLeave={() => setChosen(null)}
      >
        <Bars
          title="Total Revenue ($)"
          values={months.map(({ total_revenue }) => total_revenue ?? 0)}
          format={formatMoney}
          formatAxis={axisMoney.format}
          {...{ months, elapsed, shown, isChosen: chosen !== null, choose: setChosen }}
        />
        <Bars
          title="Subscription Count"
          values={months.map(({ subscription_count }) => subscription_count ?? 0)}
          format={formatCount}
          formatAxis={formatCount}
          {...{ months, elapsed, shown, isChosen: chosen !== null, choose: setChosen }}
        />
      </div>
      <p className="reading">{describe(months[shown], elapsed)}</p>
    </>
  );
}

/** Short, for the lines of the axis. */
const axisMoney = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns a text such as "2026-05: $1,200.00 (+20.0%), 120 subscriptions (+20.0%)". */
function describe(month: Month | undefined, elapsed: number): string {
  if (!month) return '';
  const revenue = `$${formatMoney(month.total_revenue)}${changeText(month.change?.revenue)}`;
  const count = month.subscription_count;
  const subscriptions = `${formatCount(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`;
  const others = month.not_converted ? `, ${notConvertedText(month.not_converted)}` : '';
  const text = `${month.month}: ${revenue}, ${subscriptions}${changeText(month.change?.count)}${others}`;
  if (!month.isRunning) return text;
  const pace = paceOf(month.total_revenue ?? 0, elapsed);
  return `${text} so far${pace === null ? '' : `, on pace for $${formatMoney(pace)}`}`;
}

function changeText(change: number | null | undefined): string {
  if (change === null || change === undefined) return '';
  return ` (${percent.format(change)})`;
}

/** The units of the drawing, which is stretched to the width of the card. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

type BarsProps = SliderProps & {
  title: string;
  values: readonly number[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  shown: number;
  /** The pointer or the keyboard is on the shown month. */
  isChosen: boolean;
  choose: (index: number) => void;
};

/** Draws a bar for each month; over the running one stands a dashed outline of its pace. */
function Bars({ title, values, format, formatAxis, months, elapsed, shown, isChosen, choose }: BarsProps) {
  const paces = values.map((value, index) =>
    months[index]?.isRunning ? (paceOf(value, elapsed) ?? value) : value,
  );
  const top = niceTop(Math.max(...paces, 0));
  const height = (value: number) => (Math.max(0, value) / top) * HEIGHT;
  const center = ((shown + 0.5) / months.length) * 100;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div className="plot">
        <p className="axis muted" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formatAxis(value)}</span>
          ))}
        </p>
        <div className="area">
          <svg
            viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {[0, HEIGHT / 2, HEIGHT].map((y) => (
              <line key={y} className="grid-line" {...{ x1: 0, x2: months.length * STEP, y1: y, y2: y }} />
            ))}
            {months.map(({ month, isRunning }, index) => {
              const x = index * STEP;
              const inner = { x: x + (STEP - BAR) / 2, width: BAR };
              const barHeight = height(values[index] ?? 0);
              const paceHeight = height(paces[index] ?? 0);
              return (
                <g key={month} className={index === shown ? 'chosen' : undefined}>
                  {isRunning && (
                    <rect className="pace" {...inner} y={HEIGHT - paceHeight} height={paceHeight} />
                  )}
                  <rect className="month-bar" {...inner} y={HEIGHT - barHeight} height={barHeight} />
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
          {isChosen && (
            <p
              className="value"
              aria-hidden="true"
              style={{
                [center > 50 ? 'right' : 'left']: `${center > 50 ? 100 - center : center}%`,
                bottom: `${Math.min(height(values[shown] ?? 0), 80)}%`,
              }}
            >
              {format(values[shown] ?? 0)}
            </p>
          )}
        </div>
      </div>
      <p className="ends muted" aria-hidden="true">
        <span>{months[0]?.month}</span> <span>{months.at(-1)?.month}</span>
      </p>
    </figure>
  );
}
