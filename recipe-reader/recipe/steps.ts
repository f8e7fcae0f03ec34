import { comparable } from '../comparable.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';
import { toLines, toText } from '../page/html.ts';
import { asList, hasType, isNode, type Node, property, rawText, STEPS } from '../page/json-ld.ts';
import { parseEntry } from '../parse-entry.ts';
import { recipeLimits } from '../recipe-content.ts';
import { Refusal, refusals } from '../refusal.ts';
import { columnOf, isTitle } from '../table/columns.ts';
import { cutText, type FieldContext, fitList } from './report.ts';

/** Texts, steps and sections in one list. The steps of a section begin with its name: "Sauce: Melt the butter." */
export function readSteps(recipe: Node, context: FieldContext): string[] {
  const { report } = context;
  const title = comparable(toText(rawText(property(recipe, 'name', 'headline'), 'name')));
  const isPlain = (name: string) => comparable(name) === title || isStepsHeading(name);
  const values = asList(property(recipe, ...STEPS));
  const texts = values.flatMap((value) => textsOf(value, { ...context, isPlain }));
  const [only = ''] = texts;
  const lines = texts.length === 1 ? toLines(only) : texts.map((text) => toText(text));
  const steps = joinHeadings(lines, isPlain).flatMap((step) => fitStep(step, context));
  if (steps.length === 0) report('steps', 'No steps were found.');
  return fitList(steps, { field: 'steps', name: 'steps', max: recipeLimits.steps }, report);
}

/** `isPlain`: a name that says only that these are the steps, such as "Directions", or the recipe's own title. */
type StepsContext = FieldContext & { readonly isPlain: (name: string) => boolean };

/** Texts that still have their tags. Throws a refusal for sections that hold themselves. */
function textsOf(found: unknown, context: StepsContext, level = 1): string[] {
  if (level > MAX_JSON_DEPTH) throw new Refusal(refusals.references);
  const value = context.resolve(found);
  if (!isNode(value)) return [rawText(value)].filter(Boolean);
  const parts = asList(property(value, 'itemListElement', 'steps', 'item'));
  const fullName = stepName(value);
  const name = context.isPlain(fullName) ? '' : fullName;
  const isEmptySection =
    hasType(value, 'HowToSection') &&
    rawText(property(value, 'text', 'description')) === '' &&
    parts.length === 0;
  if (isEmptySection) {
    context.report('steps', 'A section without steps was left out.', fullName);
    return [];
  }
  if (parts.length === 0) return [withName(name, rawText(property(value, 'text', 'description', '@value')))];
  const texts = parts.flatMap((part) => textsOf(part, context, level + 1));
  if (hasType(value, 'HowToStep') && !parts.some(isStep)) return [withName(name, texts.join(' '))];
  if (name === '' || hasType(value, 'ItemList') || hasType(value, 'HowTo')) return texts;
  // Hundreds of sections inside each other would make every step as long as all their names.
  return texts.map((text) => (text.length > recipeLimits.step ? text : withName(name, text)));
}

function isStep(part: unknown): boolean {
  return isNode(part) && (hasType(part, 'HowToStep') || hasType(part, 'HowToSection'));
}

/** Names that only count are left out: "Step 1", "2." */
function stepName(value: Node): string {
  const name = toText(rawText(property(value, 'name', 'headline')))
    .replace(/[:：]$/u, '')
    .trim();
  if (hasType(value, 'HowToTip')) return name || 'Tip';
  return /^(?:(?:step|schritt|[ée]tape|paso|passo|stap|steg|trin|krok) ?)?#?\d{0,3}[.):]?$/iu.test(name)
    ? ''
    : name;
}

/** A step's name is often its text again, or its beginning. */
function withName(name: string, text: string): string {
  const plain = comparable(toText(text));
  if (name === '' || plain === '') return text.trim() === '' ? name : text;
  const known = comparable(name);
  return known === '' || plain.startsWith(known) ? text : withPrefix(name, text);
}

function withPrefix(name: string, text: string): string {
  return /[.!?]$/u.test(name) ? `${name} ${text}` : `${name}: ${text}`;
}

/** "Directions", "Zubereitung" and "Recipe" head columns of a table too. */
function isStepsHeading(name: string): boolean {
  const column = columnOf(name);
  return isTitle(column) || (column?.kind === 'lines' && column.property === 'recipeInstructions');
}

/** Removes numbers and bullets. A heading, such as "For the sauce:", begins the step that follows. */
function joinHeadings(lines: readonly string[], isPlain: (name: string) => boolean): string[] {
  const steps: string[] = [];
  let heading = '';
  for (const { isHeading, name } of lines.flatMap((line) => parseEntry('steps', line))) {
    if (isPlain(name)) continue;
    if (!isHeading) steps.push(heading === '' ? name : `${heading}: ${name}`);
    else if (heading !== '') steps.push(heading);
    heading = isHeading ? name : '';
  }
  return heading === '' ? steps : [...steps, heading];
}

/** A step that is too long becomes several. */
function fitStep(step: string, { report }: FieldContext): string[] {
  if (step.length <= recipeLimits.step) return [step];
  report('steps', 'This step was too long, so it was split.', step);
  const parts: string[] = [];
  for (let rest = step; rest !== '' && parts.length <= recipeLimits.steps; ) {
    const part = cutText(rest, recipeLimits.step);
    parts.push(part);
    rest = rest.slice(part.length).trim();
  }
  return parts;
}
