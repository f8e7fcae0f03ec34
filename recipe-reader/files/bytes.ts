import { analyse } from 'chardet';

export type Bytes = AsyncIterable<Uint8Array>;

/** The beginning of a stream, at least `length` bytes if there are so many, and the whole stream. */
export async function peek(stream: Bytes, length: number): Promise<{ head: Uint8Array; whole: Bytes }> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(chunks), whole: replay(chunks, iterator) };
}

async function* replay(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks.splice(0);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** The whole stream. */
export async function collect(stream: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Bytes that are looked at for the encoding of a text without a mark. */
const SAMPLE_BYTES = 65_536;
/** Bytes that are looked at for UTF-16 without a mark. */
const MARK_BYTES = 64;
const FALLBACK = 'windows-1252';
const WESTERN = /^(?:iso-8859-1|windows-1252|ascii)$/iu;

const GUESSED =
  'The encoding of this file was guessed. Check its accents, or save the file as UTF-8 and import it again.';
const REPLACED =
  'Some characters of this file couldn’t be read. Each was replaced by �. Check the texts, or save the file again.';

/** `note` says that the encoding is a guess, or that bytes were replaced; '' if the text is certain. */
export type DecodedText = { readonly text: string; readonly note: string };

/** Text of a whole file. `named` is the encoding that the file names itself, as HTML does. */
export function decodeText(bytes: Uint8Array, named: string | null = null): DecodedText {
  const { decoder, note } = findDecoder(bytes, named);
  const text = decoder.decode(bytes);
  return { text, note: note || noteOf(text) };
}

/**
 * Text of a stream. It is UTF-8 until a byte says otherwise: a file may have its first accent after a megabyte. `onNote`
 * gets the notes, before the text that they are about.
 */
export async function* decodeStream(
  stream: Bytes,
  onNote: (note: string) => void = () => undefined,
): AsyncGenerator<string> {
  const { head, whole } = await peek(stream, MARK_BYTES);
  const marked = markedEncoding(head);
  let decoder = new TextDecoder(marked ?? 'utf-8');
  let isDecided = marked !== null;
  let leftover: Uint8Array = new Uint8Array();
  const decode = (bytes: Uint8Array): string => {
    const text = decoder.decode(bytes, { stream: true });
    onNote(noteOf(text));
    return text;
  };
  for await (const chunk of whole) {
    let bytes: Uint8Array = leftover.length > 0 ? Buffer.concat([leftover, chunk]) : chunk;
    leftover = new Uint8Array();
    if (!isDecided) {
      const end = completeLength(bytes);
      leftover = bytes.subarray(end);
      bytes = bytes.subarray(0, end);
      isDecided = !isAscii(bytes);
      if (isDecided) {
        const found = findDecoder(bytes, null);
        decoder = found.decoder;
        onNote(found.note);
      }
    }
    yield decode(bytes);
  }
  if (!isDecided && leftover.length > 0) {
    decoder = createDecoder(FALLBACK);
    onNote(GUESSED);
  }
  yield decode(leftover);
}

function noteOf(text: string): string {
  return text.includes('\ufffd') ? REPLACED : '';
}

type FoundDecoder = { readonly decoder: TextDecoder; readonly note: string };

function findDecoder(bytes: Uint8Array, named: string | null): FoundDecoder {
  const marked = markedEncoding(bytes);
  if (marked) return { decoder: new TextDecoder(marked), note: '' };
  if (isUtf8(bytes)) return { decoder: new TextDecoder(), note: '' };
  if (named) return { decoder: createDecoder(named), note: '' };
  if (isMostlyUtf8(bytes)) return { decoder: new TextDecoder(), note: '' };
  return { decoder: createDecoder(guessEncoding(bytes)), note: GUESSED };
}

/** A few bad bytes among good characters make no other encoding. In another encoding hardly any character is good. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let good = 0;
  let bad = 0;
  for (const character of text) {
    if (character === '\ufffd') bad += 1;
    else if (character > '\x7f') good += 1;
  }
  return good > bad;
}

/** Finds it by its byte order mark, or by the zeros of UTF-16. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, MARK_BYTES);
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = sample.length / 4;
  if (odd >= enough && even === 0) return 'utf-16le';
  return even >= enough && odd === 0 ? 'utf-16be' : null;
}

/** Western European, unless another encoding is clearly likelier: a few accents look like many languages. */
function guessEncoding(bytes: Uint8Array): string {
  const matches = analyse(bytes.subarray(0, SAMPLE_BYTES));
  const western = matches.find(({ name }) => WESTERN.test(name))?.confidence ?? 0;
  const best = matches[0];
  return best && best.confidence > western + 15 ? best.name : FALLBACK;
}

/** Latin 1 of the web is Windows-1252. An unknown name is ignored. */
function createDecoder(name: string): TextDecoder {
  try {
    return new TextDecoder(WESTERN.test(name) ? FALLBACK : name);
  } catch {
    return new TextDecoder(FALLBACK);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** The length goes without a character that is cut off at the end. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}
