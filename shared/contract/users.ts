import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, listing, reshapeEnvelope, reshapeFeatures, reshapeListing } from './envelope.ts';
import { userMessages } from './messages.ts';
import { fields, firstList, toNumber } from './schema/loose.ts';
import { flag, identifier, identifierSchema, readAll, record, text } from './schema/record.ts';

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

/** A user as its own screen shows and saves it. */
const user = record(userFields);
export type User = v.InferOutput<typeof user.schema>;

/** A row of the users list; `created_date_time` is an ISO time with zone. */
const userRow = record({
  ...userFields,
  is_email_verified: flag('is_email_verified', 'isEmailVerified'),
  created_date_time: text('created_date_time', 'createdDateTime', 'created_at'),
});
export type UserRow = v.InferOutput<typeof userRow.schema>;

/** What a list may be asked for; without any of it the users answer is the newest ten. */
export const listQuery = v.object({
  keyword: v.optional(v.pipe(v.string(), v.maxLength(200))),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  pageSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
});
export type ListQuery = v.InferOutput<typeof listQuery>;

/** GET /admin/users: newest first, searched by `keyword` in names and e-mail without regard to case or accents. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  query: listQuery,
  answer: v.object({ ...listing, data: v.array(userRow.schema) }),
  reshape: (body) => {
    const data = fields(body).data;
    const rows = firstList(data, fields(data).data, fields(data).users);
    return { ...reshapeListing(body), data: rows && readAll(userRow.read, rows) };
  },
});

/** Extras that the answer about a user names where its server has them. */
export const userFeatures = {
  /** `suspendUser` and `restoreUser`. */
  suspend: 'suspend',
  /** `readAudit`. */
  audit: 'audit',
  /** `version` goes back with an update, and a stale one is answered with a `Conflict`. */
  version: 'version',
  /** `endSessions`: named for a colleague, who has sessions here; app users have none. */
  sessions: 'sessions',
} as const;

/** Counts the changes of what `user` holds; null where the provider does not count. */
const version = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

const userAnswer = v.object({ ...envelope, data: v.nullable(user.schema), version });

function reshapeUserAnswer(body: unknown) {
  return {
    ...reshapeEnvelope(body),
    data: user.read(fields(body).data),
    version: toNumber(fields(body).version),
  };
}

/** GET /admin/users/:userId. 404 for no such user; a provider may also send no data. */
export const readUser = endpoint({
  method: 'GET',
  path: '/admin/users/:userId',
  answer: v.object({ ...userAnswer.entries, features: v.array(v.string()) }),
  reshape: (body) => {
    const data = fields(body).data;
    const found = user.read(data) ?? user.read(fields(data).data) ?? user.read(fields(data).user);
    // Nothing, or an empty record, is no user; anything else that holds none is not an answer to this.
    const isAbsent = (data ?? null) === null || JSON.stringify(data) === '{}';
    return {
      ...reshapeUserAnswer(body),
      data: found ?? (isAbsent ? null : undefined),
      features: reshapeFeatures(body),
    };
  },
});

function filledIn(field: keyof typeof userMessages, longest: number) {
  const message = userMessages[field];
  const tooLong = `${message.replace(' is required', '')} may have at most ${longest} characters`;
  // A field that is left out is as empty as an empty one.
  return v.optional(v.pipe(v.string(message), v.regex(/\S/, message), v.maxLength(longest, tooLong)), '');
}

/**
 * PUT /admin/users/:userId: the whole user goes over the wire, as the specification says; our server reads first
 * name, last name and phone and ignores the rest. 422 for an empty one of them, 404 for no such user, 409 with a
 * `Conflict` for a `version` that is no longer the newest; without one the last write wins. 409 without a `Conflict`
 * for a deleted account.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId',
  body: v.object({
    id: v.optional(identifierSchema),
    first_name: filledIn('first_name', 200),
    last_name: filledIn('last_name', 200),
    email: v.optional(v.nullable(v.string())),
    role: v.optional(v.nullable(v.string())),
    onboarding_status: v.optional(v.nullable(v.string())),
    phone: filledIn('phone', 50),
    /** Sent only where the answer about the user carried one; at most the server's largest integer. */
    version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647))),
  }),
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** The change that was saved between reading a user and saving it. */
const conflict = v.object({
  /** Name and e-mail of the administrator, or "Command line"; null for the user's own doing. */
  changedBy: v.nullable(v.string()),
  /** ISO time with zone. */
  changedAt: v.string(),
  current: user.schema,
  /** Of `current`: an update with it overwrites what came between. */
  version: v.number(),
  /** Names of `user`'s fields that were changed. */
  fields: v.array(v.string()),
});
export type Conflict = v.InferOutput<typeof conflict>;

/** The body of a 409 to `updateUser`, held to it by our server. */
export const conflictAnswer = v.object({ status: v.literal(409), message: v.string(), conflict });

/** The conflict in the body of a refused update (`ApiError.body`); null where there is none. */
export function conflictIn(body: unknown): Conflict | null {
  const found = v.safeParse(conflict, fields(body).conflict);
  return found.success ? found.output : null;
}

/** POST /admin/users/:userId/suspend: ends the user's sessions. 409 for the last administrator and a deleted account. */
export const suspendUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/suspend',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** POST /admin/users/:userId/restore: undoes a suspension. 409 for a deleted account. */
export const restoreUser = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/restore',
  answer: userAnswer,
  reshape: reshapeUserAnswer,
});

/** POST /admin/users/:userId/end-sessions: signs a user out everywhere, who may sign in again. 404 for no such user. */
export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/end-sessions',
  answer: v.object({ ...envelope, data: v.object({ ended: v.number() }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: fields(body).data }),
});
