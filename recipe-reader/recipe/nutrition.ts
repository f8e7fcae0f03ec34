import { toLines, toText } from '../page/html.ts';
import { asList, isNode, lastPart, type Node, property, rawText } from '../page/json-ld.ts';
import { parseEntry } from '../parse-entry.ts';
import { type RecipeContent, recipeLimits } from '../recipe-content.ts';
import { type FieldContext, fitList, fitText } from './report.ts';

type NutritionValue = RecipeContent['nutritionValues'][number];

const FIELD = 'nutritionValues';

/** Every value of NutritionInformation under a name in plain words: "saturatedFatContent" is "Saturated fat". */
export function readNutrition(recipe: Node, { report, resolve }: FieldContext): NutritionValue[] {
  const values = asList(property(recipe, 'nutrition')).map(resolve).flatMap(valuesOf);
  const max = recipeLimits.nutritionValues;
  return fitList(values, { field: FIELD, name: 'nutrition values', max }, report).map(({ name, value }) => ({
    name: fitText(name, { field: FIELD, name: 'A name', max: recipeLimits.nutritionName }, report),
    value: fitText(
      value,
      { field: FIELD, name: 'A nutrition value', max: recipeLimits.nutritionValue },
      report,
    ),
  }));
}

function valuesOf(found: unknown): NutritionValue[] {
  if (!isNode(found)) return toLines(rawText(found)).flatMap(parseLine);
  const name = property(found, 'name');
  const value = property(found, 'value');
  if (name !== undefined && value !== undefined) return named(toText(rawText(name)), value);
  return Object.entries(found)
    .filter(([key]) => !/^@|^(?:name|url|description)$/u.test(lastPart(key)) && !key.startsWith('@'))
    .flatMap(([key, one]) => named(plainName(lastPart(key)), one));
}

function named(name: string, value: unknown): NutritionValue[] {
  const unit = isNode(value) ? rawText(property(value, 'unitText')) : '';
  const text = toText(`${rawText(value, 'value')} ${unit}`);
  return text === '' || name === '' ? [] : [{ name, value: text }];
}

function plainName(key: string): string {
  const words = key
    .replace(/Content$/u, '')
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parseLine(line: string): NutritionValue[] {
  return parseEntry('nutrition', line)
    .filter(({ isHeading }) => !isHeading)
    .map(({ name, quantity }) => ({ name, value: quantity }));
}
