import { formatCount } from '../ui/format/format.ts';

/** Warns of refund requests whose time ends soon, and whose store has no answer. */
export function urgentText(count: number): string {
  const subject = count === 1 ? 'A refund request ends' : `${formatCount(count)} refund requests end`;
  return `${subject} in less than two hours.`;
}
