import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { listing, reshapeListing } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { asObject, firstList } from '../schema/coerce.ts';
import { readAll } from '../schema/record.ts';
import { userRow } from './records.ts';

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
