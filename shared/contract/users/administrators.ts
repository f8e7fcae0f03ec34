import * as v from 'valibot';
import { emailAddress } from '../authentication.ts';
import { endpoint } from '../endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { userMessages } from '../messages.ts';
import { administratorRole, chosenRole } from '../roles.ts';
import { asObject, firstList } from '../schema/coerce.ts';
import { requiredText } from './update.ts';

const administrator = v.object({
  id: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  status: v.picklist(['active', 'suspended']),
  administrator_role: administratorRole,
  /** False for an invited one who has not chosen a password yet. */
  hasPassword: v.boolean(),
  /** Whether signing in asks for a second factor. */
  hasSecondFactor: v.boolean(),
  /** ISO 8601 with a zone, of the sessions that are still stored: at most 30 days ago. */
  lastUsedAt: v.nullable(v.string()),
  /** Sessions that are open now. */
  sessions: v.number(),
  isOneself: v.boolean(),
});
export type Administrator = v.InferOutput<typeof administrator>;

/** GET /admin/administrators: by name, without deleted ones. Needs `administrators:manage`. */
export const listAdministrators = endpoint({
  method: 'GET',
  path: '/admin/administrators',
  answer: v.object({ ...envelope, data: v.array(administrator) }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    data: firstList(asObject(body).data),
  }),
});

/**
 * POST /admin/administrators: mails a link to choose a password. 409 if the address has an account, 422 if it is none or
 * without a role. Needs `administrators:manage`.
 */
export const inviteAdministrator = endpoint({
  method: 'POST',
  path: '/admin/administrators',
  body: v.object({
    first_name: requiredText('first_name', 200),
    last_name: requiredText('last_name', 200),
    email: emailAddress(userMessages.email, 'Enter one email address, such as name@example.com.'),
    administrator_role: chosenRole,
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/**
 * POST /admin/administrators/:id/password-link: mails a link to a new password. 404, and 409 for a suspended one.
 * Needs `administrators:manage`.
 */
export const mailPasswordLink = endpoint({
  method: 'POST',
  path: '/admin/administrators/:id/password-link',
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/**
 * PUT /admin/administrators/:id/role: ends their sessions. 404, and 409 for the last owner who can sign in. The role that
 * they have changes nothing. Needs `administrators:manage`.
 */
export const changeRole = endpoint({
  method: 'PUT',
  path: '/admin/administrators/:id/role',
  body: v.object({ administrator_role: chosenRole }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
