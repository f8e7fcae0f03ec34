import { search } from '#contract/search.ts';
import { addNote, deleteNote, listNotes } from '#contract/users/notes.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { pick } from '../samples.ts';
import type { Side } from '../side.ts';
import { type Call, call, preparedCall } from './call.ts';
import { getKeyword } from './keywords.ts';

const ofPerson = ({ samples }: Side, turn: number) => ({
  parameters: { userId: pick(samples.people, turn).id },
});

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
  call(exportPersonalData, ofPerson),
];
