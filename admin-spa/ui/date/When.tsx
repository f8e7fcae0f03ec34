import { useEffect } from 'react';
import { EMPTY_VALUE, formatDate, formatTime } from '../format/format.ts';
import { showAgo } from './show-ago.ts';

type Props = { at: string | null; hasTime?: boolean };

/** A date. How long ago it is shows beside it under the pointer, and while its row has the focus of the keyboard. */
export function When({ at, hasTime = false }: Props) {
  useEffect(showAgo, []);
  if (!at) return EMPTY_VALUE;
  return <time dateTime={at}>{hasTime ? formatTime(at) : formatDate(at)}</time>;
}
