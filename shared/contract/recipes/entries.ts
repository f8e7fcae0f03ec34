import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { tooLong } from './rules.ts';

export const entryKinds = ['ingredients', 'nutrition', 'steps'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * A line as it was pasted and what was understood. `heading` is a line such as "For the sauce:", which makes no row.
 * `name` is the step's text for a step; `quantity` is the value of a nutrition value.
 */
const entryLine = v.object({
  line: v.string(),
  isHeading: v.boolean(),
  name: v.string(),
  quantity: v.string(),
  unit: v.string(),
});
export type EntryLine = v.InferOutput<typeof entryLine>;

export const MAX_ENTRY_LENGTH = 200_000;

/** POST /admin/recipe-entries: reads pasted lines and stores nothing. Empty lines are left out. */
export const parseRecipeEntry = endpoint({
  method: 'POST',
  path: '/admin/recipe-entries',
  body: v.object({
    kind: v.picklist(entryKinds),
    text: v.pipe(v.string(), v.maxLength(MAX_ENTRY_LENGTH, tooLong('A text', MAX_ENTRY_LENGTH))),
  }),
  answer: v.object({ ...envelope, data: v.array(entryLine) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
