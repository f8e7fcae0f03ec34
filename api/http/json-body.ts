import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { Problem } from './problem.ts';

/** Anyone may send such requests. With every connection in the middle of one they would take 750 MB. */
const MAX_BODY_KB = 256;
const BODY_TIMEOUT_MS = 30_000;

type BodyLimit = { maxKb: number; tooLarge: string };

const receivedBodies = new WeakMap<Request, ArrayBuffer>();

/** Reads a JSON body in advance. Returns false, with nothing read, for any other body. Throws 408 and 413. */
export async function receiveJsonBody(context: Context, { maxKb }: { maxKb: number }): Promise<boolean> {
  if (!hasJsonBody(context) || context.req.raw.body === null) return false;
  const bytes = await receiveBody(context, { maxKb, tooLarge: explainTooLarge(maxKb) });
  receivedBodies.set(context.req.raw, bytes);
  return true;
}

/** Stands in a batch for a text that can’t be stored, so that only its row is refused. */
export const UNSTORABLE = Symbol('unstorable');

/** Throws 400, 408, 413, 415, and 422 for a body that breaks the schema. */
export async function parseJsonBody<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body>,
  { isBatch = false } = {},
): Promise<Body> {
  if (!hasJsonBody(context)) throw new Problem(415, 'The request must be sent as application/json.');
  const limit = { maxKb: MAX_BODY_KB, tooLarge: explainTooLarge(MAX_BODY_KB) };
  const bytes = receivedBodies.get(context.req.raw) ?? (await receiveBody(context, limit));
  const body = parseInput(schema, parseBytes(bytes, isBatch ? markUnstorable : rejectUnstorable));
  if ('output' in body) return body.output;
  throw new Problem(422, body.problem);
}

/** What the schema makes of the value; or its own message about the first problem, else one that names the field. */
export function parseInput<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
): { output: Output } | { problem: string } {
  // An issue has its whole path only when the schema is through.
  const parsed = v.safeParse(schema, value, { message: '' });
  if (parsed.success) return { output: parsed.output };
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  const unnamed = field ? `The field "${field}" isn’t valid.` : 'The request isn’t valid.';
  return { problem: issue.message || unnamed };
}

/** A whole body of any type. Throws 408 after 30 s, and 413 with the message `tooLarge`. */
export function receiveBody(context: Context, limit: BodyLimit): Promise<ArrayBuffer> {
  return withTimeout(readBody(context, limit));
}

function explainTooLarge(maxKb: number): string {
  const size = maxKb.toLocaleString('en-US');
  return `This is too large. You can send up to ${size} KB at a time. Shorten it and try again.`;
}

function hasJsonBody(context: Context): boolean {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json';
}

async function withTimeout(reading: Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const problem = new Problem(408, 'The request took too long to arrive.', { connection: 'close' });
  const timer = setTimeout(() => reject(problem), BODY_TIMEOUT_MS);
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(context: Context, { maxKb, tooLarge }: BodyLimit): Promise<ArrayBuffer> {
  const limit = bodyLimit({
    maxSize: maxKb * 1024,
    onError: () => {
      throw new Problem(413, tooLarge);
    },
  });
  let bytes = new ArrayBuffer();
  await limit(context, async () => {
    // The limit replaces the request if its length is unknown.
    bytes = await context.req.raw.arrayBuffer();
  });
  return bytes;
}

function parseBytes(bytes: ArrayBuffer, revive: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), revive);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'The request isn’t valid JSON.');
  }
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
function isUnstorable(text: unknown): boolean {
  return typeof text === 'string' && (text.includes('\u0000') || !text.isWellFormed());
}

function rejectUnstorable(name: string, value: unknown): unknown {
  if (!isUnstorable(name) && !isUnstorable(value)) return value;
  throw new Problem(422, 'The request contains a character that can’t be stored.');
}

function markUnstorable(_name: string, value: unknown): unknown {
  return isUnstorable(value) ? UNSTORABLE : value;
}
