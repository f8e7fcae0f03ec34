import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { listing, messageAnswer, reshapeEnvelope, reshapeListing } from './envelope.ts';
import { pageQuery } from './list-query.ts';
import { asObject, firstList } from './schema/coerce.ts';

const mailKinds = [
  'password_reset',
  'invitation',
  'password_changed',
  'deletion_request',
  'account_deleted',
  'deletion_stopped',
  'payment_reminder',
  /** A sign-in with a browser that the account hasn't been used with. */
  'new_browser',
  'second_factor_added',
  'second_factor_removed',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail that the server no longer tries to send. Times are ISO 8601 with a zone. */
const givenUpMail = v.object({
  id: v.string(),
  kind: v.picklist(mailKinds),
  recipient: v.string(),
  /** Null if no account has the address. */
  userId: v.nullable(v.number()),
  givenUpAt: v.string(),
  /** Why the last attempt failed, as a sentence. */
  failure: v.string(),
  attempts: v.number(),
});
export type GivenUpMail = v.InferOutput<typeof givenUpMail>;

/**
 * GET /admin/mails-given-up: newest first, 20 a page. They are kept for 30 days, and an erasure deletes them. Needs
 * `mails:retry`.
 */
export const listGivenUpMails = endpoint({
  method: 'GET',
  path: '/admin/mails-given-up',
  query: v.pick(pageQuery, ['page']),
  answer: v.object({ ...listing, data: v.array(givenUpMail) }),
  reshape: (body) => ({ ...reshapeListing(body), data: firstList(asObject(body).data) }),
});

/**
 * POST /admin/mails-given-up/:id/retry: sends it as a new mail, with a new link. 404 if it was retried or removed.
 * Needs `mails:retry`.
 */
export const retryMail = endpoint({
  method: 'POST',
  path: '/admin/mails-given-up/:id/retry',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
