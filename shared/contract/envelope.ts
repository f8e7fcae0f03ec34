import * as v from 'valibot';
import { asObject, firstPresent, toNumber, toText } from './schema/coerce.ts';

export const envelope = {
  status: v.literal(200),
  message: v.string(),
};

/** The envelope of a list. A provider may leave out all of it but the rows. */
export const listing = {
  ...envelope,
  total: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  page: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  pageSize: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** There are more rows than `total`. Absent: `total` is exact. */
  totalIsMinimum: v.optional(v.boolean()),
};

/** Figures that a server has kept: when they were counted, in ISO 8601. Absent: just now. */
export const counted = { countedAt: v.optional(v.string()) };

/** Which refusal it is, in `data.reason` of an error, where the client acts by it. */
export const reasons = ['challenge_ended', 'second_factor_required', 'step_up'] as const;
export type Reason = (typeof reasons)[number];

export const messageAnswer = v.object({ ...envelope });

/** Whether a body reports a failure although HTTP said 200: a numeric `status` other than 200, or `success: false`. */
export function isFailure(body: unknown): boolean {
  const { status, success } = asObject(body);
  return (typeof status === 'number' && status !== 200) || success === false;
}

export function messageIn(body: unknown): string | null {
  const message = toText(asObject(body).message);
  return message === null || message.trim() === '' ? null : message;
}

export function reshapeEnvelope(body: unknown): { status: 200; message: string } {
  return { status: 200, message: messageIn(body) ?? '' };
}

/** Reads total, page and size at the top or beside the rows. */
export function reshapeListing(body: unknown) {
  const top = asObject(body);
  const inner = asObject(top.data);
  const places = [
    top,
    inner,
    asObject(firstPresent(inner, 'pagination', 'meta')),
    asObject(firstPresent(top, 'pagination', 'meta')),
  ];
  const count = (minimum: number, ...names: string[]) => {
    for (const place of places) {
      const value = toNumber(firstPresent(place, ...names));
      if (value !== null && Number.isInteger(value) && value >= minimum) return value;
    }
    return null;
  };
  return {
    ...reshapeEnvelope(body),
    total: count(0, 'total'),
    page: count(1, 'page'),
    pageSize: count(1, 'pageSize', 'page_size'),
    totalIsMinimum: top.totalIsMinimum === true,
  };
}

/** Leaves out what is no time. */
export function reshapeCounted(body: unknown): { countedAt?: string } {
  const { countedAt } = asObject(body);
  return typeof countedAt === 'string' && !Number.isNaN(Date.parse(countedAt)) ? { countedAt } : {};
}
