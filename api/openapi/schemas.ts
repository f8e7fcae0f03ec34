import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { session } from '#contract/account.ts';
import { publishedRecipe } from '#contract/app/catalog.ts';
import { auditEntry } from '#contract/audit.ts';
import { signedInUser } from '#contract/authentication.ts';
import { messageAnswer } from '#contract/envelope.ts';
import { failedPayment, reminder, standing } from '#contract/payments/records.ts';
import { picture } from '#contract/pictures.ts';
import { money } from '#contract/purchases/timeline.ts';
import { recipe, recipeRow } from '#contract/recipes/records.ts';
import { identifierSchema } from '#contract/schema/record.ts';
import { user, userRow } from '#contract/users/records.ts';
import { fieldExamples, fieldTexts, type Json } from './fields.ts';

/** The schemas of answers that have a name of their own in the document. */
const named: Readonly<Record<string, v.GenericSchema>> = {
  AuditEntry: auditEntry,
  FailedPayment: failedPayment.schema,
  Message: messageAnswer,
  Money: money,
  Picture: picture,
  PublishedRecipe: publishedRecipe,
  Recipe: recipe.schema,
  RecipeRow: recipeRow.schema,
  Reminder: reminder,
  Session: session,
  SignedInUser: signedInUser.schema,
  Standing: standing.schema,
  User: user.schema,
  UserRow: userRow.schema,
};

/** What a rule that JSON Schema can't say says itself. It is taken out again by `describe`. */
const RULES = 'x-rules';

/** What is left of a schema's rules; `needsText`: one of them says nothing. */
type Rules = { messages: string[]; needsText: boolean };

type Direction = 'input' | 'output';

type Place = { operation: string; part: 'query' | 'body' | 'answer' };

/** JSON Schema can't say them; `findRules` finds what says them instead. */
const UNSAYABLE = ['check', 'max_bytes', 'raw_transform', 'transform', 'trim'];

/** The JSON Schema of a query, a body or an answer. Throws if a rule is neither in it nor in its texts. */
export function convert(schema: v.GenericSchema, { operation, part }: Place): JsonSchema {
  const direction = part === 'answer' ? 'output' : 'input';
  const { $schema: _, ...converted } = toJsonSchema(schema, settings(direction));
  if (direction === 'input') Object.assign(converted, { [RULES]: findRules(schema) });
  describe(converted, [`${operation}.${part}`, part], operation);
  return converted;
}

/** The named schemas, for `components`. */
export function convertNamed(): Record<string, JsonSchema> {
  const names = Object.entries(named).map(([name, schema]) => {
    const { $schema: _, ...converted } = toJsonSchema(schema, settings('output', schema));
    describe(converted, [name], name);
    return [name, converted];
  });
  return Object.fromEntries(names);
}

function settings(typeMode: Direction, root?: v.GenericSchema): ConversionConfig {
  return {
    target: 'draft-2020-12',
    typeMode,
    ignoreActions: UNSAYABLE,
    // A largest length without an end is none.
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'requirement' in valibotAction && valibotAction.requirement === Number.POSITIVE_INFINITY
        ? jsonSchema
        : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const name = Object.entries(named).find(([, schema]) => schema === valibotSchema)?.[0];
      if (name && typeMode === 'output' && valibotSchema !== root) {
        return { $ref: `#/components/schemas/${name}` };
      }
      // Other providers may send texts.
      if (valibotSchema === identifierSchema && typeMode === 'output') return { type: 'integer' };
      if (isNumberInAddress(valibotSchema)) return { type: 'integer' };
      if ('entries' in valibotSchema)
        return finishObject(jsonSchema, valibotSchema.entries as v.ObjectEntries, typeMode);
      return undefined;
    },
  };
}

/** An address holds a number as digits; the document says what they mean. */
function isNumberInAddress(schema: Step): boolean {
  const options = schema.type === 'union' && 'options' in schema ? (schema.options as Step[]) : [];
  return options.some((option) => option.type === 'number') && options.some(isTransformed);
}

function isTransformed(schema: Step): boolean {
  return flatten(schema).some(({ type }) => type === 'transform');
}

type Step = { readonly kind: string; readonly type: string; readonly message?: unknown };

/** What a value goes through, with what is inside of `optional`, `nullable` and lists. */
function flatten(schema: Step): Step[] {
  if ('pipe' in schema) return (schema.pipe as Step[]).flatMap(flatten);
  if ('wrapped' in schema) return flatten(schema.wrapped as Step);
  return 'item' in schema ? [schema, ...flatten(schema.item as Step)] : [schema];
}

/** Adds what the entries say about missing fields, and their rules. */
function finishObject(jsonSchema: JsonSchema, entries: v.ObjectEntries, direction: Direction): JsonSchema {
  const required: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const property = jsonSchema.properties?.[name];
    if (typeof property !== 'object') continue;
    const isOptional = ['optional', 'nullish', 'exact_optional'].includes(entry.type);
    const hasDefault = 'default' in entry && entry.default !== undefined;
    // A default that breaks its own rules is there for its message.
    if (hasDefault && !v.is(entry, undefined)) {
      delete property.default;
      required.push(name);
    } else if (!isOptional || (hasDefault && direction === 'output')) required.push(name);
    if (direction === 'input') Object.assign(property, { [RULES]: findRules(entry) });
  }
  return { ...jsonSchema, required };
}

/** The rules that the converted schema doesn't have: those that JSON Schema can't say, and those behind a `transform`. */
function findRules(schema: Step): Rules {
  const rules: Rules = { messages: [], needsText: false };
  if (isNumberInAddress(schema)) return rules;
  let isBehind = false;
  for (const { kind, type, message } of flatten(schema)) {
    const isLost = UNSAYABLE.includes(type) || (isBehind && kind === 'validation');
    isBehind ||= type === 'transform' || type === 'raw_transform';
    if (!isLost) continue;
    if (typeof message === 'string') rules.messages.push(message.replace(/[^.]$/, '$&.'));
    else rules.needsText = true;
  }
  return rules;
}

/** Writes texts and examples into a schema and everything in it. `names`: the most exact one first. */
function describe(schema: JsonSchema, names: readonly string[], operation: string): void {
  const text = names.map((name) => fieldTexts[name]).find((found) => found !== undefined);
  const { messages, needsText } = takeRules(schema);
  if (needsText && text === undefined) {
    throw new Error(`${names[0]} has a rule that JSON Schema can't say: it needs a text in fields.ts.`);
  }
  const description = [text, ...messages].filter((part) => part !== undefined).join(' ');
  if (description !== '') schema.description = description;
  const example = names.map((name) => fieldExamples[name]).find((found) => found !== undefined);
  if (example !== undefined && isPossible(schema, example)) schema.examples = [example];
  describeInside(schema, names.at(-1) ?? '', operation);
}

function describeInside(schema: JsonSchema, parent: string, operation: string): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'object')
      describe(property, [`${parent}.${name}`, `${operation}.${name}`, name], operation);
  }
  for (const inner of [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()) {
    if (typeof inner === 'object') describeInside(inner, parent, operation);
  }
}

function takeRules(schema: JsonSchema): Rules {
  const holder: JsonSchema & { [RULES]?: Rules } = schema;
  const rules = holder[RULES] ?? { messages: [], needsText: false };
  delete holder[RULES];
  return rules;
}

/** One name stands for fields of several types: an example is only for those that it fits. */
function isPossible(schema: JsonSchema, example: Json): boolean {
  if (schema.anyOf)
    return schema.anyOf.some((option) => typeof option === 'object' && isPossible(option, example));
  if (schema.enum) return schema.enum.some((option) => option === example);
  if (schema.const !== undefined) return schema.const === example;
  if (Array.isArray(example)) return schema.type === 'array' && isFor(schema.items, example[0]);
  if (schema.type === 'string')
    return typeof example === 'string' && new RegExp(schema.pattern ?? '', 'u').test(example);
  if (schema.type === 'integer' || schema.type === 'number') return typeof example === 'number';
  return schema.type === 'object' && typeof example === 'object';
}

function isFor(items: JsonSchema['items'], example: Json | null | undefined): boolean {
  if (example === undefined || example === null) return false;
  return typeof items === 'object' && !Array.isArray(items) && isPossible(items, example);
}
