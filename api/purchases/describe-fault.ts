import * as v from 'valibot';

const word = v.fallback(v.optional(v.string()), undefined);
/** PostgreSQL's code, and the rule that a value breaks. */
const databaseErrorSchema = v.fallback(v.object({ code: word, constraint: word }), {});

/** For logs, without the message, which may quote a purchase token. */
export function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const { code, constraint } = v.parse(databaseErrorSchema, error);
  return [name, code, constraint].filter(Boolean).join(' ');
}
