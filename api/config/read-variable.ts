import * as v from 'valibot';

export type Variables = Record<string, string | undefined>;

/** An empty variable counts as unset. A mistake is recorded, and the default returned. */
export type ReadVariable = <Value, Default>(
  name: string,
  schema: v.GenericSchema<string, Value>,
  defaultValue: Default,
) => Value | Default;

/** Each mistake becomes a line of `mistakes`, without the value. */
export function createVariableReader(env: Variables, mistakes: string[]): ReadVariable {
  return (name, schema, defaultValue) => {
    const text = env[name]?.trim();
    if (!text) return defaultValue;
    const value = v.safeParse(schema, text);
    if (value.success) return value.output;
    mistakes.push(`${name} ${value.issues[0].message}.`);
    return defaultValue;
  };
}
