import { afterEach, expect, test, vi } from 'vitest';
import { dayOf, isDay, readDay, startOfDay } from './day.ts';

afterEach(() => vi.unstubAllEnvs());

/** The clocks change at midnight, there or once: forward from it, back to it, or back over it. */
test.each([
  { zone: 'Asia/Beirut', spring: '2026-03-29', begins: '01:00:00', autumn: '2026-10-25' },
  { zone: 'Africa/Cairo', spring: '2026-04-24', begins: '01:00:00', autumn: '2026-10-30' },
  { zone: 'America/Havana', spring: '2026-03-08', begins: '01:00:00', autumn: '2026-11-01' },
  { zone: 'America/Santiago', spring: '2026-09-06', begins: '01:00:00', autumn: '2026-04-05' },
  { zone: 'America/Asuncion', spring: '2024-10-06', begins: '01:00:00', autumn: '2024-03-24' },
  { zone: 'Atlantic/Azores', spring: '2026-03-29', begins: '01:00:00', autumn: '2026-10-25' },
  { zone: 'America/Sao_Paulo', spring: '2018-11-04', begins: '01:00:00', autumn: '2019-02-17' },
  { zone: 'America/Scoresbysund', spring: '2023-03-26', begins: '01:00:00', autumn: '2023-10-29' },
  { zone: 'Asia/Katmandu', spring: '1986-01-01', begins: '00:15:00', autumn: '1987-01-01' },
  { zone: 'Europe/Berlin', spring: '2026-03-29', begins: '00:00:00', autumn: '2026-10-25' },
])('in $zone the days around $spring, which begins at $begins, share no moment', (change) => {
  const { zone, spring, begins, autumn } = change;
  vi.stubEnv('TZ', zone);
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  const clock = (time: string | undefined) => new Date(time ?? '').toLocaleString('sv-SE');
  expect(clock(startOfDay(spring))).toBe(`${spring} ${begins}`);
  expect(clock(startOfDay(autumn))).toBe(`${autumn} 00:00:00`);
  for (const changed of [spring, autumn]) {
    const days = [-2, -1, 0, 1, 2].map((more) =>
      new Date(Date.parse(changed) + more * 86_400_000).toISOString().slice(0, 10),
    );
    for (const [index, day] of days.entries()) {
      const start = startOfDay(day);
      const justBefore = new Date(Date.parse(start ?? '') - 1).toISOString();
      expect(clock(start).slice(0, 10)).toBe(day);
      if (index > 0) expect(clock(justBefore).slice(0, 10)).toBe(days[index - 1]);
      // The end of a day is the beginning of the next.
      if (index > 0) expect(startOfDay(days[index - 1] ?? '', { daysLater: 1 })).toBe(start);
    }
  }
});

test('a day later is in the next month or year', () => {
  expect(startOfDay('2026-12-31', { daysLater: 1 })).toBe(new Date(2027, 0, 1).toISOString());
  expect(startOfDay('2028-02-28', { daysLater: 1 })).toBe(new Date(2028, 1, 29).toISOString());
});

test.each([
  '',
  'yesterday',
  '2026-11',
  '22/11/2026',
  '2026-11-22T10:00',
  '2026-02-30',
  '2026-13-01',
  '2026-04-31',
  '0050-01-01',
])('%j is no day', (text) => {
  expect(startOfDay(text)).toBeUndefined();
  expect(isDay(text)).toBe(false);
});

test.each([
  ['04/11/2026', '2026-11-04'],
  ['4/11/2026', '2026-11-04'],
  ['4.1.2026', '2026-01-04'],
  ['4-11-26', '2026-11-04'],
  [' 04 11 2026 ', '2026-11-04'],
  ['29/02/2028', '2028-02-29'],
  ['2026-11-04', '2026-11-04'],
  ['', ''],
  ['  ', ''],
])('“%s” is the day %s', (text, day) => {
  expect(readDay(text)).toEqual({ day });
});

test.each([
  ['29/02/2027', 'There’s no 29/02/2027. Check the day, month, and year.'],
  ['00/11/2026', 'There’s no 00/11/2026. Check the day, month, and year.'],
  ['04/11/1026', 'There’s no 04/11/1026. Check the day, month, and year.'],
  ['11/25/2026', 'There’s no 11/25/2026. The day comes first, then the month.'],
  ['32/13/2026', 'There’s no 32/13/2026. Check the day, month, and year.'],
  ['04/11', 'Type the date as dd/mm/yyyy.'],
  ['yesterday', 'Type the date as dd/mm/yyyy.'],
  ['04/11/20266', 'Type the date as dd/mm/yyyy.'],
])('“%s” is no day: %s', (text, problem) => {
  expect(readDay(text)).toEqual({ problem });
});

test('a day counts in this time zone, over the ends of months', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const morning = new Date('2026-11-30T23:30:00Z');
  expect(dayOf(morning)).toBe('2026-12-01');
  expect(dayOf(morning, { daysLater: -1 })).toBe('2026-11-30');
});
