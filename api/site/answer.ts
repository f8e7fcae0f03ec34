import type { HonoRequest } from 'hono';
import { matchesEtag, negotiateEncoding } from '../http/content-negotiation.ts';
import type { Representation, SiteFile } from './site-file.ts';

export type Answer = {
  status: number;
  body: Representation['body'] | null;
  headers: Representation['headers'];
};

/** The file in the best encoding for this request: all of it (200), a part (206), or none if it is known (304). */
export function answerWithFile(request: HonoRequest, file: SiteFile): Answer {
  const chosen = negotiate(request, file);
  if (matchesEtag(request.header('if-none-match'), chosen.etag)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = chosen.headers;
    return { status: 304, body: null, headers };
  }
  const { body, headers, etag } = file.identity;
  // Ranges count the bytes of one representation: always the one that is not encoded.
  const hasChanged = (request.header('if-range') ?? etag) !== etag;
  const range =
    request.method === 'GET' && !hasChanged ? parseByteRange(request.header('range'), body.length) : null;
  if (range === null) return { status: 200, body: chosen.body, headers: chosen.headers };
  if (range === 'unsatisfiable') {
    const size = { 'content-length': '0', 'content-range': `bytes */${body.length}` };
    return { status: 416, body: null, headers: { ...headers, ...size } };
  }
  const part = body.subarray(range.start, range.end + 1);
  const place = {
    'content-length': String(part.length),
    'content-range': `bytes ${range.start}-${range.end}/${body.length}`,
  };
  return { status: 206, body: part, headers: { ...headers, ...place } };
}

/** Answers an address without a file. It matches no ETag and has no parts. */
export function answerMissing(request: HonoRequest, page: SiteFile): Answer {
  const { body, headers } = negotiate(request, page);
  return { status: 404, body, headers };
}

function negotiate(request: HonoRequest, { identity, encoded }: SiteFile): Representation {
  const encoding = negotiateEncoding(request.header('accept-encoding'), [...encoded.keys()]);
  return (encoding && encoded.get(encoding)) ?? identity;
}

/** The first and the last byte, counted from 0. */
type ByteRange = { readonly start: number; readonly end: number };

/**
 * Evaluates `Range` for `size` bytes (RFC 9110, 14). Null: send everything, also for several ranges, which a server may
 * refuse to send.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/i) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return checked({ start: Math.max(0, size - Number(last)), end: size - 1 }, size);
  const end = last === '' ? size - 1 : Number(last);
  // An invalid header counts as none.
  if (end < Number(first) && last !== '') return null;
  return checked({ start: Number(first), end: Math.min(end, size - 1) }, size);
}

function checked(range: ByteRange, size: number): ByteRange | 'unsatisfiable' {
  return range.start < size ? range : 'unsatisfiable';
}
