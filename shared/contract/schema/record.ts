import * as v from 'valibot';
import {
  fields,
  firstList,
  type Loose,
  pick,
  toFlag,
  toIdentifier,
  toNumber,
  toText,
  toTexts,
} from './loose.ts';

/**
 * Records, declared once: each field says what it holds, and under which names a provider may send it, in the order in
 * which they are tried. From that come the schema and the reading of what a provider sent.
 */

type Schema = v.GenericSchema<unknown>;
type Names = readonly [string, ...string[]];

type Field<S extends Schema> = {
  readonly schema: S;
  /** The value among a record's fields, or in `value` where a provider may send the record as a plain one. */
  readonly read: (source: Loose, value: unknown) => v.InferOutput<S> | null;
  /** Whether a record without it is none. */
  readonly required?: boolean;
};

type RecordOf<Schemas extends v.ObjectEntries> = {
  readonly schema: v.ObjectSchema<Schemas, undefined>;
  /** What a provider sent, in the shape of the schema; null where a required field is missing. */
  readonly read: (value: unknown) => v.InferOutput<v.ObjectSchema<Schemas, undefined>> | null;
};

/** A record of these fields. */
export function record<Schemas extends v.ObjectEntries>(
  declared: {
    readonly [Name in keyof Schemas]: Field<Schemas[Name]>;
  },
): RecordOf<Schemas> {
  const entries: [string, Field<Schema>][] = Object.entries(declared);
  const schema = v.object(
    Object.fromEntries(entries.map(([name, field]) => [name, field.schema])) as unknown as Schemas,
  );
  return {
    schema,
    read(value) {
      const source = fields(value);
      const read = entries.map(([name, field]) => [name, field.read(source, value)] as const);
      if (entries.some(([, { required }], at) => required && read[at]?.[1] === null)) return null;
      return Object.fromEntries(read) as v.InferOutput<typeof schema>;
    },
  };
}

/** A field that is read in its own way. */
export function field<S extends Schema>(
  schema: S,
  read: (source: Loose, value: unknown) => v.InferOutput<S>,
): Field<S> {
  return { schema, read };
}

const nullable = {
  text: v.nullable(v.string()),
  number: v.nullable(v.number()),
  flag: v.nullable(v.boolean()),
};

/** Text, or null. */
export function text(...names: Names): Field<typeof nullable.text> {
  return { schema: nullable.text, read: (source) => toText(pick(source, ...names)) };
}

/** A number, or null. */
export function number(...names: Names): Field<typeof nullable.number> {
  return { schema: nullable.number, read: (source) => toNumber(pick(source, ...names)) };
}

/** Yes, no, or null. */
export function flag(...names: Names): Field<typeof nullable.flag> {
  return { schema: nullable.flag, read: (source) => toFlag(pick(source, ...names)) };
}

const listOfTexts = v.array(v.string());

/** Texts, none where there is no list of them. */
export function texts(...names: Names): Field<typeof listOfTexts> {
  return { schema: listOfTexts, read: (source) => toTexts(pick(source, ...names)) };
}

/** A number or a text that names a record. */
export const identifierSchema = v.union([v.string(), v.number()]);

/** The identifier without which a record is none. */
export function identifier(...names: Names): Field<typeof identifierSchema> {
  return required({ schema: identifierSchema, read: (source) => toIdentifier(pick(source, ...names)) });
}

/** The same field where a record without it is none. */
export function required<S extends Schema>(optional: Field<S>): Field<S> {
  return { ...optional, required: true };
}

/** A list of records; those that lack a required field are left out. */
export function list<Schemas extends v.ObjectEntries>(
  { schema, read }: RecordOf<Schemas>,
  ...names: Names
): Field<v.ArraySchema<typeof schema, undefined>> {
  return {
    schema: v.array(schema),
    read: (source) => readAll(read, firstList(...names.map((name) => source[name])) ?? []),
  };
}

/** Every record of a list that could be read. */
export function readAll<Item>(read: (value: unknown) => Item | null, values: readonly unknown[]): Item[] {
  return values.map(read).filter((item) => item !== null);
}
