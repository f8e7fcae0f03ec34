import { readAudit } from '#contract/audit.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { search } from '#contract/search.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import { grantCourtesy, readCourtesy, revokeCourtesy } from '#contract/users/courtesy.ts';
import { addNote, deleteNote, listNotes } from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { readReminderChoice, setReminderChoice } from '#contract/users/reminders.ts';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { addSignedIn } from '../prepare/people.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getKeyword } from './keywords.ts';

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
  call(grantCourtesy, (side, turn) => ({
    ...ofPerson(side, turn),
    body: { until: new Date().toISOString().slice(0, 10), reason: `Courtesy ${turn}` },
  })),
  call(readCourtesy, ofPerson),
  call(setReminderChoice, (side, turn) => ({ ...ofPerson(side, turn), body: { isRefused: turn % 2 === 0 } })),
  call(readReminderChoice, ofPerson),
  preparedCall(
    revokeCourtesy,
    async ({ db, samples }, count) => {
      const people = samples.people.slice(0, count);
      const until = new Date(Date.now() + 86_400_000);
      await db.deleteFrom('courtesy_accesses').execute();
      await db
        .insertInto('courtesy_accesses')
        .values(
          people.map(({ id }) => ({
            user_id: id,
            until,
            reason: 'x',
            granted_at: new Date(),
            granted_by: null,
          })),
        )
        .execute();
      return people;
    },
    ({ id }) => ({ parameters: { userId: id } }),
  ),
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
    parameters: { id: pick(samples.subscriptions, turn) },
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
