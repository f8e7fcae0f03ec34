import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { refusalOf } from '../bytes/file-kind.ts';
import type { Bytes } from '../bytes/streams.ts';
import type { ImportedRow } from '../imported-row.ts';
import { Refusal, refusedRow } from '../refusal.ts';
import { judgeEntry } from './entry-rules.ts';
import type { ZipBudget } from './zip-budget.ts';

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

/** As announced. */
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
