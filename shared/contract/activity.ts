import * as v from 'valibot';
import { auditActions, auditEntry } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { listing, messageAnswer, reshapeEnvelope, reshapeListing } from './envelope.ts';
import { listQuery } from './list-query.ts';
import { asObject, firstList } from './schema/coerce.ts';

/** They act beside the administrators. `owner` is the user whom the entry is about. */
export const otherActors = ['owner', 'command_line', 'housekeeping', 'start', 'app_backend'] as const;

const recordKinds = ['user', 'recipe', 'payment'] as const;
export type RecordKind = (typeof recordKinds)[number];

const MAX_ID = 2_147_483_647;

const hasStoredId = (text: string) => Number(text.replace(/^\D*/, '') || 1) <= MAX_ID;
const isInstant = (text: string) => !Number.isNaN(Date.parse(text));
const instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/),
  v.check(isInstant),
);

export const activityFilters = v.object({
  /** The id of an administrator, or one of `otherActors`. */
  by: v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^([1-9]\\d{0,9}|${otherActors.join('|')})$`)),
      v.check(hasStoredId),
    ),
  ),
  action: v.optional(v.picklist(auditActions)),
  /** Everything about one record, such as `user:5`. */
  record: v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^(${recordKinds.join('|')}):[1-9]\\d{0,9}$`)),
      v.check(hasStoredId),
    ),
  ),
  /** ISO 8601: not before, and earlier than. */
  from: v.optional(instant),
  before: v.optional(instant),
});
export type ActivityFilters = v.InferOutput<typeof activityFilters>;

/** What an entry is about. */
const auditedRecord = v.object({
  kind: v.picklist(recordKinds),
  /** Null for several recipes. */
  id: v.nullable(v.number()),
  /** A user's name and e-mail, a recipe's title or "12 recipes", a payment's e-mail. Null if the record is gone. */
  name: v.nullable(v.string()),
  /** The user whose page shows it. */
  userId: v.nullable(v.number()),
});
export type AuditedRecord = v.InferOutput<typeof auditedRecord>;

const activityEntry = v.object({
  ...auditEntry.entries,
  /** Null if no record can be named. */
  record: v.nullable(auditedRecord),
  /** The number of changes that are not listed, because the entry has too many. */
  moreChanges: v.number(),
});
export type ActivityEntry = v.InferOutput<typeof activityEntry>;

/** GET /admin/activity: the whole audit log, newest first. Each entry lists at most 20 changes. Needs `audit:read`. */
export const readActivity = endpoint({
  method: 'GET',
  path: '/admin/activity',
  query: v.object({
    page: listQuery.entries.page,
    pageSize: listQuery.entries.pageSize,
    ...activityFilters.entries,
  }),
  answer: v.object({ ...listing, data: v.array(activityEntry) }),
  reshape: (body) => ({ ...reshapeListing(body), data: firstList(asObject(body).data) }),
});

/**
 * GET /admin/activity-export: a CSV file with every entry that the log shows for the same filters, newest first, each with
 * at most 20 changes. It has no envelope. A file that ends early breaks the connection. Needs `audit:export`.
 */
export const exportActivity = endpoint({
  method: 'GET',
  path: '/admin/activity-export',
  query: activityFilters,
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
