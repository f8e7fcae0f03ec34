import { formatCount } from '../ui/format/format.ts';

/** Beside a revenue that they are not in. */
export function notConvertedText(charges: number): string {
  return `${formatCount(charges)} ${charges === 1 ? 'charge' : 'charges'} not converted`;
}
