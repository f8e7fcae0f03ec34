import { readAudit } from '#contract/audit.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { search } from '#contract/search.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import { addNote, deleteNote, listNotes } from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getKeyword } from './keywords.ts';
import { addSignedIn } from './prepare.ts';

const ofPerson = ({ samples }: Side, turn: number) => ({
  parameters: { userId: pick(samples.people, turn).id },
});

const aPage = (side: Side, turn: number) => ({ ...ofPerson(side, turn), query: { page: 1, pageSize: 20 } });

/** What finds a user, and what their page has besides the form. */
export const oneUserCalls: readonly Call[] = [
  call(search, (_, turn) => ({ query: { keyword: getKeyword('a first name', turn) } }), 'a first name'),
  call(
    search,
    ({ samples }, turn) => ({ query: { keyword: String(pick(samples.people, turn).id) } }),
    'an id',
  ),
  call(addNote, (side, turn) => ({ ...ofPerson(side, turn), body: { text: `Note ${turn}` } })),
  call(listNotes, ofPerson),
  preparedCall(
    deleteNote,
    async ({ db, samples }, count) => {
      const userId = pick(samples.people, 0).id;
      const notes = Array.from({ length: count }, (_, index) => ({
        user_id: userId,
        written_at: new Date(),
        written_by: null,
        text: `Note ${index}`,
      }));
      const added = await db.insertInto('user_notes').values(notes).returning('id').execute();
      return added.map(({ id }) => ({ userId, noteId: id }));
    },
    (parameters) => ({ parameters }),
  ),
  call(listNotes, aPage, 'a page'),
  call(readAudit, aPage, 'a page'),
  call(subscriptionHistory, aPage, 'a page'),
  call(listCharges, ({ samples }, turn) => ({
    parameters: { id: pick(samples.people, turn).id },
    query: { page: 1, pageSize: 20 },
  })),
  call(
    failedPayments,
    ({ samples }, turn) => ({ query: { userId: pick(samples.people, turn).id, page: 1, pageSize: 20 } }),
    'of one user',
  ),
  call(listSessions, ofPerson),
  preparedCall(
    endSession,
    ({ db }, count) => addSignedIn(db, count),
    ({ id, sessionId }) => ({ parameters: { userId: id, sessionId } }),
  ),
  call(exportPersonalData, ofPerson),
];
