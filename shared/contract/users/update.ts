import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { userMessages } from '../messages.ts';
import { asObject } from '../schema/coerce.ts';
import { identifierSchema } from '../schema/record.ts';
import { removeInvisible, toOneLine } from '../text.ts';
import { reshapeUserAnswer, userAnswer } from './read.ts';
import { user } from './records.ts';

const POSTGRES_MAX_INTEGER = 2_147_483_647;

/** A line that is not blank. A missing one has the message of an empty one. */
export function requiredText(field: keyof typeof userMessages, maxLength: number) {
  const message = userMessages[field];
  const tooLong = `${message.replace(' is required', '')} can have at most ${maxLength} characters`;
  const isSeen = (line: string) => removeInvisible(line).trim() !== '';
  return v.optional(
    v.pipe(
      v.string(message),
      v.transform(toOneLine),
      v.check(isSeen, message),
      v.maxLength(maxLength, tooLong),
    ),
    '',
  );
}

/**
 * PUT /admin/users/:userId: our server uses only names and phone. 422 if one is empty, 404 for an unknown user, 409
 * for a deleted account, 409 with a `Conflict` for a stale `version`. Without one the last write wins. `version` needs
 * `users:edit`.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId',
  body: v.object({
    id: v.optional(identifierSchema),
    first_name: requiredText('first_name', 200),
    last_name: requiredText('last_name', 200),
    email: v.optional(v.nullable(v.string())),
    role: v.optional(v.nullable(v.string())),
    onboarding_status: v.optional(v.nullable(v.string())),
    phone: requiredText('phone', 50),
    version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(POSTGRES_MAX_INTEGER))),
  }),
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

const conflict = v.object({
  /** Name and e-mail of the administrator, or "Command line"; null for the user. */
  changedBy: v.nullable(v.string()),
  /** ISO 8601 with a zone. */
  changedAt: v.string(),
  current: user.schema,
  /** The version of `current`. */
  version: v.number(),
  fields: v.array(v.string()),
});
export type Conflict = v.InferOutput<typeof conflict>;

export const conflictAnswer = v.object({ status: v.literal(409), message: v.string(), conflict });

export function readConflict(body: unknown): Conflict | null {
  const found = v.safeParse(conflict, asObject(body).conflict);
  return found.success ? found.output : null;
}
