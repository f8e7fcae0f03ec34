import type { JsonSchema } from '@valibot/to-json-schema';
import type { Json } from './fields.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** A value that the schema accepts, made of the examples of its fields. */
export function composeExample(schema: JsonSchema, components: Components): Json | null {
  if (schema.$ref !== undefined) {
    const found = components[schema.$ref.split('/').at(-1) ?? ''];
    return found ? composeExample(found, components) : null;
  }
  const [given] = [...(schema.examples ?? []), schema.const, ...(schema.enum ?? []), schema.default].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (typeof option === 'object') return composeExample(option, components);
  return composeByType(schema, components);
}

function composeByType(schema: JsonSchema, components: Components): Json | null {
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      typeof property === 'object' ? composeExample(property, components) : null,
    ]);
    return Object.fromEntries(fields);
  }
  if (schema.type === 'array') {
    const { items } = schema;
    return typeof items === 'object' && !Array.isArray(items) ? [composeExample(items, components)] : [];
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'string' ? 'text' : null;
}
