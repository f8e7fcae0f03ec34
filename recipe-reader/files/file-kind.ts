import { decodeText, markedEncoding } from './bytes.ts';

/** 'text' is anything else that can be read: pasted JSON, a table or a page. */
export type FileKind = 'zip' | 'json' | 'html' | 'text';

/** Bytes that `detectKind` looks at. */
export const HEAD_BYTES = 65_536;

const ACCEPTED = 'Choose saved web pages (.html), JSON-LD (.json), CSV files, or a ZIP of them.';

const signatures: readonly (readonly [start: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['RIFF', 'a picture or a video'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\xd0\xcf\x11\xe0', 'an old Word or Excel document'],
  ['{\\rtf', 'a text document (RTF)'],
  ['SQLite format 3', 'a database'],
  ['bplist', 'a Safari web archive'],
];

/** The kind by content, or what the file is instead. */
export function detectKind(head: Uint8Array): FileKind | { refused: string } {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) return { refused: refusalOf(known[1]) };
  if (start.slice(4, 8) === 'ftyp') return { refused: refusalOf('a picture or a video') };
  if (!markedEncoding(head) && isBinary(head)) return { refused: `This isn’t text. ${ACCEPTED}` };
  return kindOfText(decodeText(head.subarray(0, 4_096)).trimStart());
}

/** Texts may have a few zeros by mistake. */
function isBinary(head: Uint8Array): boolean {
  return head.filter((byte) => byte === 0).length > head.length / 500;
}

function kindOfText(text: string): FileKind | { refused: string } {
  if (/^(?:From: <Saved by|MIME-Version: )/u.test(text)) {
    return { refused: `${refusalOf('a web archive (MHTML)')} Browsers save one as “Webpage, HTML Only”.` };
  }
  if (/^<(?:[!?a-z])/iu.test(text)) return 'html';
  return /^[[{]/u.test(text) ? 'json' : 'text';
}

/** Says what a file is, and which ones can be read. `name` has its article: "a picture". */
export function refusalOf(name: string): string {
  return `This is ${name}, which can’t be imported. ${ACCEPTED}`;
}
