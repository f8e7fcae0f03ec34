import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, listing, reshapeEnvelope, reshapeFeatures, reshapeListing } from './envelope.ts';
import { listQuery } from './list-query.ts';
import { userMessages } from './messages.ts';
import { asObject, firstList, toNumber } from './schema/coerce.ts';
import { boolean, identifier, identifierSchema, readAll, record, text } from './schema/record.ts';

const POSTGRES_MAX_INTEGER = 2_147_483_647;

const userFields = {
  id: identifier('id'),
  first_name: text('first_name', 'firstName'),
  last_name: text('last_name', 'lastName'),
  email: text('email'),
  phone: text('phone'),
  status: text('status'),
  role: text('role'),
  onboarding_status: text('onboarding_status', 'onboardingStatus'),
};

const user = record(userFields);
export type User = v.InferOutput<typeof user.schema>;

/** `created_date_time` is ISO 8601 with a zone. */
const userRow = record({
  ...userFields,
  is_email_verified: boolean('is_email_verified', 'isEmailVerified'),
  created_date_time: text('created_date_time', 'createdDateTime', 'created_at'),
});
export type UserRow = v.InferOutput<typeof userRow.schema>;

/** GET /admin/users: newest first; `keyword` searches names and e-mail, ignoring case and accents. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  query: listQuery,
  answer: v.object({ ...listing, data: v.array(userRow.schema) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const rows = firstList(data, asObject(data).data, asObject(data).users);
    return { ...reshapeListing(body), data: rows && readAll(userRow.read, rows) };
  },
});

export const userFeatures = {
  suspend: 'suspend',
  audit: 'audit',
  /** Updates send `version`. */
  version: 'version',
  /** Only for administrators other than oneself: app users have no sessions here. */
  sessions: 'sessions',
} as const;

/** Null if the provider does not count changes. */
const version = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

const userAnswer = v.object({ ...envelope, data: v.nullable(user.schema), version });

function reshapeUserAnswer(body: unknown) {
  return {
    ...reshapeEnvelope(body),
    data: user.read(asObject(body).data),
    version: toNumber(asObject(body).version),
  };
}

/** GET /admin/users/:userId. 404 for an unknown user; a provider may also send no data. */
export const readUser = endpoint({
  method: 'GET',
  path: '/admin/users/:userId',
  answer: v.object({ ...userAnswer.entries, features: v.array(v.string()) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const found = user.read(data) ?? user.read(asObject(data).data) ?? user.read(asObject(data).user);
    // An unreadable record must fail validation, and not look like an unknown user.
    const isAbsent = (data ?? null) === null || JSON.stringify(data) === '{}';
    return {
      ...reshapeUserAnswer(body),
      data: found ?? (isAbsent ? null : undefined),
      features: reshapeFeatures(body),
    };
  },
});

function requiredText(field: keyof typeof userMessages, maxLength: number) {
  const message = userMessages[field];
  const tooLong = `${message.replace(' is required', '')} may have at most ${maxLength} characters`;
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message), v.maxLength(maxLength, tooLong)), '');
}

/**
 * PUT /admin/users/:userId: our server uses only names and phone. 422 if one is empty, 404 for an unknown user, 409
 * for a deleted account, 409 with a `Conflict` for a stale `version`. Without one the last write wins.
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
  /** Of `current`. */
  version: v.number(),
  fields: v.array(v.string()),
});
export type Conflict = v.InferOutput<typeof conflict>;

export const conflictAnswer = v.object({ status: v.literal(409), message: v.string(), conflict });

export function readConflict(body: unknown): Conflict | null {
  const found = v.safeParse(conflict, asObject(body).conflict);
  return found.success ? found.output : null;
}

/** POST /admin/users/:userId/suspend: ends the sessions too. 409 for the last administrator and a deleted account. */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/suspend',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** POST /admin/users/:userId/restore: ends a suspension. 409 for a deleted account. */
export const restoreUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/restore',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** POST /admin/users/:userId/end-sessions: the user can sign in again. 404 for an unknown user. */
export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/end-sessions',
  answer: v.object({ ...envelope, data: v.object({ ended: v.number() }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
