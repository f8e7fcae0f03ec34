import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { pageQuery } from '../list-query.ts';
import { asObject, toNumber } from '../schema/coerce.ts';

/** These calls need `notes:write`. */

export const MAX_NOTE_LENGTH = 2_000;

const note = v.object({
  id: v.number(),
  /** ISO 8601 with a zone. */
  at: v.string(),
  /** Name and e-mail of the administrator. */
  by: v.string(),
  text: v.string(),
});
export type Note = v.InferOutput<typeof note>;

const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/**
 * GET /admin/users/:userId/notes: what administrators wrote about a user, newest first. Without `page` all are sent.
 * Needs `notes:write`. 404 for an unknown user.
 */
export const listNotes = endpoint({
  method: 'GET',
  path: '/admin/users/:userId/notes',
  query: pageQuery,
  answer: v.object({ ...envelope, data: v.array(note), total: v.nullable(v.number()) }),
  reshape: (body) => ({ ...reshape(body), total: toNumber(asObject(body).total) }),
});

/**
 * POST /admin/users/:userId/notes: 422 for an empty or too long text, 404 for an unknown user, 409 for the 101st note.
 */
export const addNote = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/notes',
  body: v.object({
    text: v.pipe(
      v.string('Note is required'),
      v.trim(),
      v.minLength(1, 'Note is required'),
      v.maxLength(MAX_NOTE_LENGTH, `A note can have at most ${MAX_NOTE_LENGTH} characters`),
    ),
  }),
  answer: v.object({ ...envelope, data: note }),
  reshape,
});

/** POST /admin/users/:userId/notes/:noteId/delete. 404 for an unknown or deleted note. */
export const deleteNote = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/notes/:noteId/delete',
  answer: v.object({ ...envelope }),
  reshape: reshapeEnvelope,
});
