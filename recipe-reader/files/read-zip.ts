import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import type { ImportedRow } from '../imported-row.ts';
import { MAX_ENTRY_BYTES, MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES } from '../limits.ts';
import { Refusal, refusedRow } from '../refusal.ts';
import type { Bytes } from './bytes.ts';
import { refusalOf } from './file-kind.ts';

type Reading = {
  /** All ZIPs of an import share it. */
  readonly budget: ZipBudget;
  /** Reads a file that lies in the ZIP. */
  readonly read: (name: string, bytes: Bytes) => AsyncIterable<ImportedRow>;
};
type NamedEntry = { readonly entry: Entry; readonly name: string };

const BROKEN = 'This ZIP is damaged or incomplete. Create it again, or choose its files instead.';
const NOTHING = 'This ZIP has no web pages, JSON, or CSV files. Choose one that does.';

/** The rows of its files, in their order. Its size is checked before anything is inflated. */
export async function* readZip(
  file: string,
  bytes: Buffer,
  { budget, read }: Reading,
): AsyncGenerator<ImportedRow> {
  const zip = await orRefuse(fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false }));
  budget.takeEntries(zip.entryCount);
  const entries = await listEntries(zip);
  refuseDocuments(entries);
  budget.takeBytes(inflatedSize(entries));
  let readable = 0;
  let skipped = 0;
  for (const { entry, name } of entries) {
    const verdict = judgeEntry(entry, name);
    const path = `${file}/${name}`;
    if (verdict === 'skip') skipped += 1;
    if (typeof verdict === 'object') yield refusedRow(path, verdict.refused);
    if (verdict !== 'read') continue;
    readable += 1;
    yield* read(path, inflate(zip, entry));
  }
  if (skipped > 0 && readable > 0) {
    const files = skipped === 1 ? 'One file was' : `${skipped.toLocaleString('en-US')} files were`;
    yield refusedRow(file, `${files} skipped. Only web pages, JSON, and CSV files are read from a ZIP.`);
  }
  if (readable === 0) throw new Refusal(NOTHING);
}

/** The inflated bytes. The library checks that they are as many as announced. */
async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch {
    throw new Refusal(BROKEN);
  }
}

async function listEntries(zip: ZipFile): Promise<NamedEntry[]> {
  const entries: NamedEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
      entries.push({ entry, name });
    }
  } catch {
    throw new Refusal(BROKEN);
  }
  return entries;
}

/** Documents and exports of other programs are ZIPs as well. */
function refuseDocuments(entries: readonly NamedEntry[]): void {
  const names = entries.map(({ name }) => name);
  if (names.includes('[Content_Types].xml')) throw new Refusal(refusalOf('an Office document'));
  if (names.includes('mimetype')) throw new Refusal(refusalOf('an ebook or an OpenDocument file'));
  if (names.some((name) => name.endsWith('.paprikarecipe'))) {
    throw new Refusal(`${refusalOf('a Paprika export')} Paprika can also export HTML.`);
  }
}

/** The size is the one that the entries announce. */
function inflatedSize(entries: readonly NamedEntry[]): number {
  return entries
    .filter(({ entry, name }) => judgeEntry(entry, name) === 'read')
    .reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
}

async function orRefuse(opening: Promise<ZipFile>): Promise<ZipFile> {
  try {
    return await opening;
  } catch {
    throw new Refusal(BROKEN);
  }
}

/** 'skip' is a file that holds no recipe; a text says why an entry is refused. */
type EntryVerdict = 'read' | 'skip' | 'ignore' | { readonly refused: string };

const READABLE = /\.(?:html?|xhtml|json|jsonld|txt|csv|tsv|tab)$/iu;
const SYMBOLIC_LINK = 0xa000;

/** Decides by the entry's name and flags, before anything is inflated. */
function judgeEntry(entry: Entry, name: string): EntryVerdict {
  if (isOutside(name))
    return { refused: 'Its name points outside the ZIP. Create the ZIP again from your own files.' };
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & 0xf000) === SYMBOLIC_LINK) {
    return { refused: 'This is a link to another file. Create the ZIP again with the file itself.' };
  }
  if (name.endsWith('/') || isOfTheSystem(name)) return 'ignore';
  if (!READABLE.test(name) || /_files\//u.test(name)) return 'skip';
  if (entry.isEncrypted())
    return { refused: 'This file is encrypted. Create the ZIP again without a password.' };
  if (entry.uncompressedSize > MAX_ENTRY_BYTES) {
    return { refused: `This file has more than ${MAX_ENTRY_BYTES / 1_000_000} MB. Split it and try again.` };
  }
  return 'read';
}

/** "../", "/", "C:" and their forms with backslashes. */
function isOutside(name: string): boolean {
  const path = name.replaceAll('\\', '/');
  return (
    path.startsWith('/') || /^[a-z]:/iu.test(path) || path.split('/').includes('..') || path.includes('\0')
  );
}

/** What macOS and Windows add. */
function isOfTheSystem(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return (
    name.startsWith('__MACOSX/') || last.startsWith('._') || last === '.DS_Store' || last === 'Thumbs.db'
  );
}

/** Entries, and the bytes that they announce, inflated. */
export type Zipped = { readonly entries: number; readonly bytes: number };

/** Counts what the ZIPs of one import hold together, before anything is inflated. Throws refusals. */
export class ZipBudget {
  #used: Zipped;
  readonly #onTake: (used: Zipped) => void;

  constructor(used: Zipped = { entries: 0, bytes: 0 }, onTake: (used: Zipped) => void = () => undefined) {
    this.#used = used;
    this.#onTake = onTake;
  }

  /** Counts the entries of a ZIP before they are listed. */
  takeEntries(entries: number): void {
    if (this.#used.entries + entries > MAX_ZIP_ENTRIES) {
      const count = MAX_ZIP_ENTRIES.toLocaleString('en-US');
      throw new Refusal(`The ZIPs of an import can have at most ${count} files. Split them and try again.`);
    }
    this.#take({ entries, bytes: 0 });
  }

  /** Counts the bytes of a ZIP's files before they are inflated. */
  takeBytes(bytes: number): void {
    if (this.#used.bytes + bytes > MAX_INFLATED_BYTES) {
      const size = `${MAX_INFLATED_BYTES / 1_000_000} MB`;
      throw new Refusal(
        `The files in the ZIPs of an import can have at most ${size} altogether. Split them and try again.`,
      );
    }
    this.#take({ entries: 0, bytes });
  }

  #take({ entries, bytes }: Zipped): void {
    this.#used = { entries: this.#used.entries + entries, bytes: this.#used.bytes + bytes };
    this.#onTake(this.#used);
  }
}
