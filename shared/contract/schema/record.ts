import * as v from 'valibot';
import {
  asObject,
  firstList,
  firstPresent,
  toBoolean,
  toIdentifier,
  toNumber,
  toText,
  toTexts,
  type UnknownObject,
} from './coerce.ts';

/** A record is declared once: each field has a schema and the names that providers use, tried in this order. */

type Schema = v.GenericSchema<unknown>;
type Names = readonly [string, ...string[]];

type Field<S extends Schema> = {
  readonly schema: S;
  /** `value` is the whole record, which a provider may send as a plain value. */
  readonly read: (source: UnknownObject, value: unknown) => v.InferOutput<S> | null;
  readonly isRequired?: boolean;
};

type RecordOf<Schemas extends v.ObjectEntries> = {
  readonly schema: v.ObjectSchema<Schemas, undefined>;
  readonly read: (value: unknown) => v.InferOutput<v.ObjectSchema<Schemas, undefined>> | null;
};

export function record<Schemas extends v.ObjectEntries>(
  fields: {
    readonly [Name in keyof Schemas]: Field<Schemas[Name]>;
  },
): RecordOf<Schemas> {
  const entries: [string, Field<Schema>][] = Object.entries(fields);
  const schema = v.object(
    Object.fromEntries(entries.map(([name, field]) => [name, field.schema])) as Schemas,
  );
  return {
    schema,
    read(value) {
      const source = asObject(value);
      const read = entries.map(([name, field]) => [name, field.read(source, value)] as const);
      if (entries.some(([, { isRequired }], at) => isRequired && read[at]?.[1] === null)) return null;
      return Object.fromEntries(read) as v.InferOutput<typeof schema>;
    },
  };
}

export function field<S extends Schema>(
  schema: S,
  read: (source: UnknownObject, value: unknown) => v.InferOutput<S>,
): Field<S> {
  return { schema, read };
}

const nullable = {
  text: v.nullable(v.string()),
  number: v.nullable(v.number()),
  boolean: v.nullable(v.boolean()),
};

export function text(...names: Names): Field<typeof nullable.text> {
  return { schema: nullable.text, read: (source) => toText(firstPresent(source, ...names)) };
}

export function number(...names: Names): Field<typeof nullable.number> {
  return { schema: nullable.number, read: (source) => toNumber(firstPresent(source, ...names)) };
}

export function boolean(...names: Names): Field<typeof nullable.boolean> {
  return { schema: nullable.boolean, read: (source) => toBoolean(firstPresent(source, ...names)) };
}

const textList = v.array(v.string());

export function texts(...names: Names): Field<typeof textList> {
  return { schema: textList, read: (source) => toTexts(firstPresent(source, ...names)) };
}

export const identifierSchema = v.union([v.string(), v.number()]);

export function identifier(...names: Names): Field<typeof identifierSchema> {
  return required({
    schema: identifierSchema,
    read: (source) => toIdentifier(firstPresent(source, ...names)),
  });
}

/** A record without it is dropped. */
export function required<S extends Schema>(optional: Field<S>): Field<S> {
  return { ...optional, isRequired: true };
}

export function list<Schemas extends v.ObjectEntries>(
  { schema, read }: RecordOf<Schemas>,
  ...names: Names
): Field<v.ArraySchema<typeof schema, undefined>> {
  return {
    schema: v.array(schema),
    read: (source) => readAll(read, firstList(...names.map((name) => source[name])) ?? []),
  };
}

/** Drops the records that could not be read. */
export function readAll<Item>(read: (value: unknown) => Item | null, values: readonly unknown[]): Item[] {
  return values.map(read).filter((item) => item !== null);
}
