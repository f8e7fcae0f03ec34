import type { Month } from './months.ts';

/** The units of the drawing, which is stretched to the width of the card. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

type Props = {
  title: string;
  values: readonly number[];
  format: (value: number) => string;
  months: readonly Month[];
  shown: number;
  choose: (index: number) => void;
};

/** A bar for each month; the running one is only an outline. */
export function Bars({ title, values, format, months, shown, choose }: Props) {
  const highest = Math.max(...values, 0);
  const height = (value: number) => (highest > 0 ? (Math.max(0, value) / highest) * HEIGHT : 0);
  return (
    <figure>
      <figcaption>
        <span>{title}</span> <span className="muted">highest {format(highest)}</span>
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
