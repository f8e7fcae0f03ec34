import { expect, test } from 'vitest';
import { readDuration } from './times.ts';

test.each([
  ['PT1H30M', 90],
  ['P0DT0H20M', 20],
  ['PT90M', 90],
  ['pt20m', 20],
  ['PT0S', 0],
  ['PT1.5H', 90],
  ['PT1H30', 90],
  ['PTH20MS', 20],
  ['P30M', 30],
  ['P1H', 60],
  ['PT1D2H', 1_560],
  ['P0Y0M0DT0H35M0.000S', 35],
  ['PT 45 M', 45],
  ['T30M', 30],
  ['00:20', 20],
  ['1:30:00', 90],
  ['20 minutes', 20],
  ['1 hour 20 mins', 80],
  ['1 1/2 hours', 90],
  ['1 ½ hours', 90],
  ['half an hour', 30],
  ['1h30', 90],
  ['1 Std. 30 Min.', 90],
  ['1 ora e 20 minuti', 80],
  ['30分', 30],
  ['90', 90],
  ["40'", 40],
  ['2h 05’', 125],
  ['1h 30′ 30″', 90.5],
  ['２５分', 25],
  ['٤٥', 45],
])('%s is %d minutes', (text, minutes) => {
  expect(readDuration(text)).toEqual({ seconds: minutes * 60, isExact: true });
});

test.each([
  ['20-30 minutes', 30],
  ['1 hour plus chilling', 60],
  ['20 minutes for each side', 20],
])('%s is %d minutes and something else', (text, minutes) => {
  expect(readDuration(text)).toEqual({ seconds: minutes * 60, isExact: false });
});

test.each([
  ['overnight'],
  ['PTundefinedM'],
  ['PTNaNM'],
  ['-PT5M'],
  ['PT-475323H41M52S'],
  ['P1Y'],
  ['1e5'],
  [''],
  ['PT.M'.repeat(1_000)],
])('%s is no time', (text) => {
  expect(readDuration(text)).toBeNull();
});
