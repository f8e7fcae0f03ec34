import { parse } from 'tinyduration';
import { toAsciiDigits, toText } from '../page/html.ts';
import { type Node, property, rawText } from '../page/json-ld.ts';
import { recipeLimits, recipeMessages } from '../recipe-content.ts';
import type { Report } from './report.ts';

export type Times = { readonly preparation_time: number; readonly cooking_time: number };

/**
 * Seconds; 0 is unknown. The total stands for cooking if the page names neither of both times; it is stored nowhere
 * else. Waiting is a part of it too, so it says nothing about one of them.
 */
export function readTimes(recipe: Node, report: Report): Times {
  const prep = readTime(recipe, { name: 'prepTime', field: 'preparation_time' }, report);
  const cook = readTime(recipe, { name: 'cookTime', field: 'cooking_time' }, report);
  const total = readTime(recipe, { name: 'totalTime', field: 'cooking_time' }, report);
  if (total && prep === null && cook === null) {
    report('cooking_time', 'Only a total time was found, so it’s used as the cooking time.', describe(total));
    return { preparation_time: 0, cooking_time: total };
  }
  const times = { preparation_time: prep ?? 0, cooking_time: cook ?? 0 };
  if (total && times.preparation_time + times.cooking_time !== total) {
    const message = 'The total time doesn’t equal preparation plus cooking, so it was left out.';
    report('cooking_time', message, describe(total));
  }
  return times;
}

/** Null if there is no time that can be read. */
function readTime(
  recipe: Node,
  { name, field }: { name: string; field: string },
  report: Report,
): number | null {
  const value = property(recipe, name);
  const text = toText(rawText(value, 'maxValue', 'value', 'minValue', 'name'));
  if (text === '') {
    if (value !== undefined) report(field, NO_TIME, value);
    return null;
  }
  const duration = readDuration(text);
  if (!duration) {
    report(field, NO_TIME, text);
    return null;
  }
  if (duration.seconds > recipeLimits.seconds) {
    report(field, `This time is too long. ${recipeMessages.seconds}`, text);
    return null;
  }
  if (!duration.isExact) report(field, `Read as ${describe(duration.seconds)}.`, text);
  return duration.seconds;
}

const NO_TIME = 'This isn’t a time. Write it like 90 minutes, 1 h 30 min, or PT1H30M.';

function describe(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes.toLocaleString('en-US')} minutes`;
}

/** `isExact` is false if part of the text was ignored, as in "20 to 30 minutes" or "1 hour plus chilling". */
export type ReadDuration = { readonly seconds: number; readonly isExact: boolean };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Words for units in the languages of recipe pages, by how they begin. */
const units: readonly (readonly [begin: RegExp, seconds: number])[] = [
  [/^(?:m$|min|мин|λεπτ|dk|dakika|phút|perc|분|分)/u, MINUTE],
  [
    /^(?:h$|hr|hour|std|stund|heure|hora|or[ae]$|uur|uren|tim|godz|óra|hod|час|ώρ|saat|giờ|시간|小时|小時|時間|ч$)/u,
    HOUR,
  ],
  [/^(?:s$|sec|sek|seg|сек|秒|초)/u, 1],
  [/^(?:d$|day|tag|jour|d[ií]a|giorn|dag|dygn|døgn|dni|dzień|nap$|дн|天|日|일)/u, DAY],
  [/^(?:w$|week|woche|semaine|semana|settiman)/u, 7 * DAY],
];
const VULGAR: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };

/** ISO 8601, "1 hour 20 mins", "1h 20'", "00:20" or a number of minutes. Null if no time can be read from it. */
export function readDuration(text: string): ReadDuration | null {
  const trimmed = toAsciiDigits(text).trim();
  const plain = /^\d{1,7}(?:[.,]\d{1,3})?$/u.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
  if (plain !== null) return exact(plain * MINUTE);
  const clock = /^(?<hours>\d{1,3}):(?<minutes>\d\d)(?::(?<seconds>\d\d))?(?: ?h)?$/u.exec(trimmed)?.groups;
  if (clock) {
    const { hours = '0', minutes = '0', seconds = '0' } = clock;
    return exact(Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds));
  }
  const iso = trimmed.toUpperCase().replaceAll(/\s/gu, '');
  return /^-?P(?:$|T|-|\d)|^T\d/u.test(iso) ? readIso(iso) : readWords(trimmed.toLowerCase());
}

/** Reads also "PT1H30", "P1H", "PT1D" and "PTH20M", which sites write. */
function readIso(text: string): ReadDuration | null {
  const strict = readStrictIso(text);
  if (strict !== null) return exact(strict);
  const body = text.replaceAll(/[PT]/gu, '').replaceAll('MIN', 'M');
  let seconds = 0;
  let lastUnit = HOUR;
  const rest = body.replaceAll(/(\d{0,6}(?:[.,]\d{1,3})?)([DHMS])/gu, (_, number: string, letter: string) => {
    lastUnit = { D: DAY, H: HOUR, M: MINUTE }[letter] ?? 1;
    seconds += Number(number.replace(',', '.')) * lastUnit;
    return '';
  });
  if (!/^\d{0,2}$/u.test(rest)) return null;
  return exact(seconds + Number(rest) * (lastUnit === HOUR ? MINUTE : 1));
}

/** Months are minutes without their T: nothing cooks for a month. */
function readStrictIso(text: string): number | null {
  if (!/^P[\dYMWDTHS.,]*[YMWDHS]$/u.test(text)) return null;
  try {
    const { years, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = parse(text);
    if (years) return null;
    return (weeks * 7 + days) * DAY + hours * HOUR + (minutes + months) * MINUTE + seconds;
  } catch {
    return null;
  }
}

/** A range counts with its longer time. */
function readWords(text: string): ReadDuration | null {
  const spelled = text
    .slice(0, 200)
    .replaceAll(/(\d) ?(?:''|[’′]{2}|["″”])/gu, '$1 sec')
    .replaceAll(/(\d) ?['’′]/gu, '$1 min')
    .replaceAll(/(\d) ?([½¼¾⅓⅔])/gu, (_, whole: string, part: string) =>
      String(Number(whole) + (VULGAR[part] ?? 0)),
    )
    .replaceAll(/[½¼¾⅓⅔]/gu, (part) => String(VULGAR[part]))
    .replaceAll(/\b(?:(\d{1,3}) )?(\d{1,2})\/(\d{1,2})\b/gu, (_, ...groups: (string | undefined)[]) => {
      const [whole = 0, top = 0, bottom = 1] = groups.slice(0, 3).map((one) => Number(one ?? 0));
      return String(whole + top / bottom);
    })
    .replaceAll(/\bhalf an? /gu, '0.5 ')
    .replaceAll(/\ban? |\bone |\beine? |\bune? /gu, '1 ');
  let seconds = 0;
  let found = false;
  const rest = spelled.replaceAll(
    /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,4})?)\s?(\p{L}{1,12})\.?/gu,
    (whole, number: string, word: string) => {
      const unit = units.find(([begin]) => begin.test(word))?.[1];
      if (unit === undefined) return whole;
      seconds += Number(number.replace(',', '.')) * unit;
      found = true;
      return '';
    },
  );
  if (!found) return null;
  const hours = /^\D{0,3}(\d{1,2})$/u.exec(rest)?.[1];
  if (hours && /\d\s?h\s?\d/u.test(spelled)) return exact(seconds + Number(hours) * MINUTE);
  const ignored = rest.replaceAll(/\b(?:and|und|et|y|e|og|och|en|about|approx|ca|circa)\b/gu, '');
  return { ...exact(seconds), isExact: !/[\p{L}\p{N}]/u.test(ignored) };
}

function exact(seconds: number): ReadDuration {
  return { seconds: Math.round(seconds), isExact: true };
}
