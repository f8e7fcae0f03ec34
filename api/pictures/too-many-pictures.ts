import { Problem } from '../http/problem.ts';

/** 503: each picture that arrives or waits is in memory, so there is a limit. */
export function tooManyPictures(): Problem {
  return new Problem(503, 'Too many pictures are being uploaded right now. Please try again in a minute.', {
    'retry-after': '60',
  });
}
