import { type KeyboardEvent, useState } from 'react';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { notConvertedText } from '../not-converted.ts';
import { Bars } from './Bars.tsx';
import type { Month } from './months.ts';

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Revenue and subscriptions of each month, and one of them in words. */
export function MonthSlider({ months }: { months: readonly Month[] }) {
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

/** Such as "2026-05: $1,200.00 (+20.0%), 120 subscriptions (+20.0%)". */
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
