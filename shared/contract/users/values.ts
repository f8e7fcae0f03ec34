import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const values = v.object({
  status: v.object({ active: count, suspended: count, deleted: count }),
  onboarding: v.object({ not_started: count, in_progress: count, completed: count }),
  verification: v.object({ verified: count, pending: count }),
  role: v.object({ user: count, admin: count }),
  deletion: v.object({ under_way: count, erased: count }),
  subscription: v.object({
    trialing: count,
    active: count,
    in_grace_period: count,
    on_hold: count,
    paused: count,
    canceled: count,
    expired: count,
    none: count,
  }),
});
export type UserValues = v.InferOutput<typeof values>;

/** GET /admin/user-values: how many of all users have each value of each choice. Needs `users:filter`. */
export const readUserValues = endpoint({
  method: 'GET',
  path: '/admin/user-values',
  answer: v.object({ ...envelope, ...counted, data: values }),
  reshape: (body) => ({ ...reshapeEnvelope(body), ...reshapeCounted(body), data: asObject(body).data }),
});
