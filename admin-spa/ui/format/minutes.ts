import { EMPTY_VALUE, formatCount } from './format.ts';

const DECIMAL_BELOW_MINUTES = 10;

/** Formats seconds as "25 min". */
export function formatMinutes(seconds: number | null): string {
  return seconds === null ? EMPTY_VALUE : `${rounded(seconds / 60)} min`;
}

/** As `formatMinutes`, but a time of 0 is an unknown one: all food needs some preparation. */
export function formatPreparation(seconds: number | null): string {
  return seconds === 0 ? EMPTY_VALUE : formatMinutes(seconds);
}

/** Formats seconds as "1 minute" or "25 minutes". */
export function formatMinutesLong(seconds: number): string {
  const minutes = rounded(seconds / 60);
  return `${minutes} ${minutes === '1' ? 'minute' : 'minutes'}`;
}

function rounded(minutes: number): string {
  return minutes < DECIMAL_BELOW_MINUTES ? String(Number(minutes.toFixed(1))) : formatCount(minutes);
}
