import { afterEach, expect, test, vi } from 'vitest';
import { isDay, startOfDay } from './day.ts';

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
