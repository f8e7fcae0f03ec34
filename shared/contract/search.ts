import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { asObject } from './schema/coerce.ts';

const results = v.object({
  users: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      email: v.string(),
      phone: v.nullable(v.string()),
      status: v.string(),
    }),
  ),
  recipes: v.array(v.object({ id: v.number(), title: v.string(), state: v.string() })),
  /** Not recovered yet. */
  payments: v.array(
    v.object({ id: v.number(), userId: v.number(), email: v.string(), productId: v.string() }),
  ),
});
export type SearchResults = v.InferOutput<typeof results>;

/**
 * GET /admin/search: at most five users, recipes and failed payments, as their lists find them by the keyword. The
 * record with this id comes first. Needs `records:search`.
 */
export const search = endpoint({
  method: 'GET',
  path: '/admin/search',
  query: v.object({ keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  answer: v.object({ ...envelope, data: results }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
