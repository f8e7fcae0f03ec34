import type { Context } from 'hono';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from './problem.ts';

/**
 * Sends an answer of the contract. It is parsed first: what the contract does not name never leaves, and an
 * answer that breaks it is our fault (500), not the client's surprise.
 */
export function answer<Query, Body, Answer>(
  context: Context,
  endpoint: Endpoint<Query, Body, Answer>,
  body: NoInfer<Answer>,
): Response {
  return context.json(v.parse(endpoint.answer, body) as object);
}

/** Bytes a JSON body may have. */
const BODY_LIMIT = 256 * 1024;
/** Milliseconds a JSON body may take to arrive. */
const BODY_TIMEOUT = 30_000;

/** Bodies that were read before their route asks. */
const received = new WeakMap<Request, Buffer>();

/**
 * Reads a JSON body before its route asks for it; false, with nothing read, where there is none: any other body is left
 * to its route. Throws 408 and 413.
 */
export async function receiveJson(context: Context): Promise<boolean> {
  if (!isJson(context) || context.req.raw.body === null) return false;
  received.set(context.req.raw, await inTime(readBody(context)));
  return true;
}

function isJson(context: Context): boolean {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json';
}

/** The request's JSON body as the contract wants it. Throws 415, 413, 408, 400 for no JSON, 422 for the wrong fields. */
export async function bodyOf<Query, Body, Answer>(
  context: Context,
  endpoint: Endpoint<Query, Body, Answer>,
): Promise<Body> {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`);
  if (!isJson(context)) throw new Problem(415, 'The request must be sent as application/json.');
  const bytes = received.get(context.req.raw) ?? (await inTime(readBody(context)));
  const body = v.safeParse(endpoint.body, parsed(bytes), { message: explained });
  if (body.success) return body.output;
  throw new Problem(422, body.issues[0].message);
}

/** What `reading` answers. Throws 408 where that takes too long. */
async function inTime(reading: Promise<Buffer>): Promise<Buffer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const problem = new Problem(408, 'The request took too long to arrive.', { connection: 'close' });
  const timer = setTimeout(() => reject(problem), BODY_TIMEOUT);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The body as bytes, given up as soon as it is too large, whatever its header promised. */
async function readBody(context: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not cancelled: what is left of a body that is too large is read on beside the answer.
  for await (const chunk of context.req.raw.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new Problem(413, 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), storable);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'The request is not valid JSON.');
  }
}

/** PostgreSQL holds every text but one with a NUL or with half a surrogate pair. */
function storable(name: string, value: unknown): unknown {
  for (const text of [name, value]) {
    if (typeof text === 'string' && (text.includes('\u0000') || !text.isWellFormed())) {
      throw new Problem(422, 'The request holds a character that cannot be stored.');
    }
  }
  return value;
}

/** The address's query as the contract wants it; digits count as numbers except in `keyword`. Throws 400. */
export function queryOf<Query, Body, Answer>(
  context: Context,
  endpoint: Endpoint<Query, Body, Answer>,
): Query {
  if (!endpoint.query) throw new Error(`${endpoint.path} takes no query`);
  const entries = Object.entries(context.req.query()).map(([name, value]) => [
    name,
    name !== 'keyword' && /^\d+$/.test(value) ? Number(value) : value,
  ]);
  const query = v.safeParse(endpoint.query, Object.fromEntries(entries), { message: explained });
  if (query.success) return query.output;
  throw new Problem(400, query.issues[0].message);
}

/** The identifier in the address's part `name`. Throws 404 for what cannot be one of ours. */
export function idOf(context: Context, name: string): number {
  const text = context.req.param(name) ?? '';
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  // PostgreSQL's largest integer.
  if (!(id <= 2_147_483_647)) throw new Problem(404, 'There is nothing at this address.');
  return id;
}

/** Said where the contract has no words of its own. */
function explained(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  return field ? `The field "${field}" is not valid.` : 'The request is not valid.';
}
