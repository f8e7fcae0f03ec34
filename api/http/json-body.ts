import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { Problem } from './problem.ts';
import { explain } from './schema-message.ts';

/** Bytes a JSON body may have. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** Milliseconds a JSON body may take to arrive. */
const BODY_TIMEOUT_MS = 30_000;

/** Bodies that were read before their route asks. */
const received = new WeakMap<Request, ArrayBuffer>();

/**
 * Reads a JSON body before its route asks for it. Returns false, with nothing read, for a request without one: any
 * other body is left to its route. Throws 408 and 413.
 */
export async function receiveJson(context: Context): Promise<boolean> {
  if (!isJson(context) || context.req.raw.body === null) return false;
  const bytes = await inTime(readBody(context));
  received.set(context.req.raw, bytes);
  return true;
}

/** The request's JSON body as `schema` wants it. Throws 415, 413, 408, 400 for no JSON, 422 for the wrong fields. */
export async function jsonBodyOf<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body>,
): Promise<Body> {
  if (!isJson(context)) throw new Problem(415, 'The request must be sent as application/json.');
  const bytes = received.get(context.req.raw) ?? (await inTime(readBody(context)));
  const body = v.safeParse(schema, parsed(bytes), { message: explain });
  if (body.success) return body.output;
  throw new Problem(422, body.issues[0].message);
}

function isJson(context: Context): boolean {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json';
}

/** The result of `reading`. Throws 408 after the timeout. */
async function inTime(reading: Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const problem = new Problem(408, 'The request took too long to arrive.', { connection: 'close' });
  const timer = setTimeout(() => reject(problem), BODY_TIMEOUT_MS);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

const limit = bodyLimit({
  maxSize: BODY_LIMIT_BYTES,
  onError: () => {
    throw new Problem(413, 'The request is too large.');
  },
});

/** The body as bytes. Throws 413. */
async function readBody(context: Context): Promise<ArrayBuffer> {
  let bytes = new ArrayBuffer();
  await limit(context, async () => {
    // With the limit's own request for a body without a Content-Length.
    bytes = await context.req.raw.arrayBuffer();
  });
  return bytes;
}

function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), storable);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'The request is not valid JSON.');
  }
}

/** PostgreSQL stores every text except one with a NUL or with half a surrogate pair. */
function storable(name: string, value: unknown): unknown {
  for (const text of [name, value]) {
    if (typeof text === 'string' && (text.includes('\u0000') || !text.isWellFormed())) {
      throw new Problem(422, 'The request holds a character that cannot be stored.');
    }
  }
  return value;
}
