import { Hono } from 'hono';
import { addNote, deleteNote, listNotes, type Note } from '#contract/users/notes.ts';
import { MAX_NOTES, readNotes, removeNote, writeNote } from '../../accounts/notes.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import { historyPage } from '../../db/lists/page.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve-endpoint.ts';

/** GET and POST /admin/users/:userId/notes. */
export function userNoteRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listNotes, async ({ parameters: { userId }, query }) => {
    const user = await db.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    const { rows, total } = await readNotes(db, userId, historyPage(query, MAX_NOTES));
    return { data: rows.map(toNote), total };
  });

  serve(app, addNote, async ({ parameters: { userId }, body: { text }, context }) => {
    const written = await writeNote(db, { userId, text, actor: getActor(context) }, clock());
    return { data: toNote(written), message: 'Note added' };
  });

  serve(app, deleteNote, async ({ parameters, context }) => {
    await removeNote(db, { ...parameters, actor: getActor(context) }, clock());
    return { message: 'Note deleted' };
  });

  return app;
}

function toNote({ written_at, ...note }: Omit<Note, 'at'> & { written_at: Date }): Note {
  return { ...note, at: written_at.toISOString() };
}
