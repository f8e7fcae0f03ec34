import * as v from 'valibot';
import { fields, pick, toNumber, toText, toTexts } from './schema/loose.ts';

/** What every answer of ours carries beside its data. */
export const envelope = {
  status: v.literal(200),
  message: v.string(),
};

/** Extras an answer names for its resource; the client uses an extra only where it was named. */
const features = v.array(v.string());

/** What a list answer carries beside its rows; a provider may leave all of it out. */
export const listing = {
  ...envelope,
  total: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  page: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  pageSize: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  features,
};

/** An answer that holds only its message. */
export const messageAnswer = v.object({ ...envelope });

/**
 * Whether a body says that the call failed although HTTP said 200: a numeric `status` other than 200, or
 * `success: false`.
 */
export function saysFailure(body: unknown): boolean {
  const { status, success } = fields(body);
  return (typeof status === 'number' && status !== 200) || success === false;
}

/** The message for people in a body, where there is one. */
export function messageIn(body: unknown): string | null {
  const message = toText(fields(body).message);
  return message === null || message.trim() === '' ? null : message;
}

/** The envelope of an answer that was not a failure. */
export function reshapeEnvelope(body: unknown): { status: 200; message: string } {
  return { status: 200, message: messageIn(body) ?? '' };
}

/** Total, page, size and features, wherever a provider put them: at the top or beside the rows. */
export function reshapeListing(body: unknown) {
  const top = fields(body);
  const inner = fields(top.data);
  const places = [
    top,
    inner,
    fields(pick(inner, 'pagination', 'meta')),
    fields(pick(top, 'pagination', 'meta')),
  ];
  const count = (least: number, ...names: string[]) => {
    for (const place of places) {
      const value = toNumber(pick(place, ...names));
      if (value !== null && Number.isInteger(value) && value >= least) return value;
    }
    return null;
  };
  return {
    ...reshapeEnvelope(body),
    total: count(0, 'total'),
    page: count(1, 'page'),
    pageSize: count(1, 'pageSize', 'page_size'),
    features: toTexts(top.features),
  };
}

/** The features of an answer that is not a list. */
export function reshapeFeatures(body: unknown): string[] {
  return toTexts(fields(body).features);
}
