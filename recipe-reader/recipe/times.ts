import { toText } from '../page/html-text.ts';
import { type Node, property, rawText } from '../page/node.ts';
import type { Report } from '../problem-list.ts';
import { recipeLimits, recipeMessages } from '../recipe-content.ts';
import { readDuration } from './duration.ts';

export type Times = { readonly preparation_time: number; readonly cooking_time: number };

/**
 * Seconds; 0 is unknown. The total fills the one that is missing, or stands for cooking if both are; it is stored
 * nowhere else.
 */
export function readTimes(recipe: Node, report: Report): Times {
  const prep = readTime(recipe, { name: 'prepTime', field: 'preparation_time' }, report);
  const cook = readTime(recipe, { name: 'cookTime', field: 'cooking_time' }, report);
  const total = readTime(recipe, { name: 'totalTime', field: 'cooking_time' }, report);
  if (total === 0) return { preparation_time: prep, cooking_time: cook };
  if (prep === 0 && cook === 0) {
    report('cooking_time', 'Only a total time was found, so it’s used as the cooking time.', describe(total));
    return { preparation_time: 0, cooking_time: total };
  }
  if (cook === 0 && total > prep) return { preparation_time: prep, cooking_time: total - prep };
  if (prep === 0 && total > cook) return { preparation_time: total - cook, cooking_time: cook };
  if (prep + cook !== total) {
    const message = 'The total time doesn’t equal preparation plus cooking, so it was left out.';
    report('cooking_time', message, describe(total));
  }
  return { preparation_time: prep, cooking_time: cook };
}

function readTime(recipe: Node, { name, field }: { name: string; field: string }, report: Report): number {
  const value = property(recipe, name);
  const text = toText(rawText(value, 'maxValue', 'value', 'minValue', 'name'));
  if (text === '') {
    if (value !== undefined) report(field, NO_TIME, value);
    return 0;
  }
  const duration = readDuration(text);
  if (!duration) {
    report(field, NO_TIME, text);
    return 0;
  }
  if (duration.seconds > recipeLimits.seconds) {
    report(field, `This time is too long. ${recipeMessages.seconds}`, text);
    return 0;
  }
  if (!duration.isExact) report(field, `Read as ${describe(duration.seconds)}.`, text);
  return duration.seconds;
}

const NO_TIME = 'This isn’t a time. Write it like 90 minutes, 1 h 30 min, or PT1H30M.';

function describe(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes.toLocaleString('en-US')} minutes`;
}
