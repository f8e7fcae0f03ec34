import { type Measure, readMeasure, removeAlternative } from './measure.ts';
import { withoutOf } from './units.ts';

const TIMES = /^ ?(?:x(?=[ \d½¼¾⅓⅔])|[×*]) ?/iu;
const SIZE = /^\((?<size>[^()]{1,80})\) ?/u;

/** The size of each piece before its unit: "(14 oz) can", "x 400g tins", "14-oz can". */
export function readSize(text: string): Pick<Measure, 'text' | 'rest'> | null {
  const times = TIMES.exec(text)?.[0];
  const after = text.slice(times?.length ?? 0).trimStart();
  const inParentheses = SIZE.exec(after);
  if (inParentheses?.groups?.size) {
    return { text: inParentheses.groups.size, rest: after.slice(inParentheses[0].length) };
  }
  const measured = readMeasuredSize(after);
  if (!measured) return times ? { text: '', rest: after } : null;
  const second = SIZE.exec(measured.rest);
  if (!second?.groups?.size) return measured;
  return { text: `${measured.text}, ${second.groups.size}`, rest: measured.rest.slice(second[0].length) };
}

/** The sizes after the unit: "(14 oz) tomatoes", "de 50 g (2 oz) de soupe". */
export function readLaterSizes(
  text: string,
  { hasUnit }: { hasUnit: boolean },
): { sizes: string[]; rest: string } {
  const measured = hasUnit ? readMeasuredSize(text) : null;
  const afterMeasured = measured?.rest ?? text;
  const inParentheses = SIZE.exec(afterMeasured);
  const sizes = [measured?.text ?? '', inParentheses?.groups?.size ?? ''].filter(Boolean);
  const rest = afterMeasured.slice(inParentheses?.[0].length ?? 0);
  return { sizes, rest: sizes.length > 0 ? withoutOf(removeAlternative(rest)) : removeAlternative(rest) };
}

function readMeasuredSize(text: string): Pick<Measure, 'text' | 'rest'> | null {
  const measure = readMeasure(text);
  if (!measure) return null;
  const rest = removeAlternative(measure.rest);
  const alternative = measure.rest.slice(0, measure.rest.length - rest.length).trim();
  return { text: measure.text + alternative, rest };
}
