import { type Bytes, collect, type DecodedText, decodeText, peek } from './files/bytes.ts';
import { detectKind, HEAD_BYTES, refusalOfText } from './files/file-kind.ts';
import { readZip, ZipBudget } from './files/read-zip.ts';
import type { ImportedRow } from './imported-row.ts';
import { namedEncoding, readJson, readPage } from './page/read-page.ts';
import { Refusal, refusals, refusedRow } from './refusal.ts';
import { readTable, sampleTable } from './table/read-table.ts';

/**
 * The rows of one file, read in this thread. A file that cannot be read is one row that says why. `budget` is what the
 * import's ZIPs may still hold; null for a file that lies in a ZIP: a ZIP in there is not opened, at any depth.
 */
export async function* readFile(
  name: string,
  bytes: Bytes,
  budget: ZipBudget | null = new ZipBudget(),
): AsyncGenerator<ImportedRow> {
  try {
    yield* readAnyFile(name, bytes, budget);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield refusedRow(name, error.message);
  }
}

async function* readAnyFile(
  name: string,
  bytes: Bytes,
  budget: ZipBudget | null,
): AsyncGenerator<ImportedRow> {
  const { head, whole } = await peek(bytes, HEAD_BYTES);
  if (head.length === 0) throw new Refusal(refusals.empty);
  const kind = detectKind(head);
  if (typeof kind === 'object') throw new Refusal(kind.refused);
  if (kind === 'zip') {
    if (!budget) throw new Refusal(refusals.archive);
    yield* readZip(name, await collect(whole), {
      budget,
      read: (path, content) => readFile(path, content, null),
    });
    return;
  }
  const table = kind === 'text' ? sampleTable(name, head) : null;
  if (table) {
    yield* readTable(name, table, whole);
    return;
  }
  const content = await collect(whole);
  if (kind === 'html') yield* readPage(name, decodeText(content, namedEncoding(content)));
  else if (kind === 'json') yield* readJson(name, decodeText(content));
  else yield* readText(name, decodeText(content));
}

const HAS_TAGS = /<(?:script|html|head|body)\b|\s(?:itemscope|typeof=)/iu;
/** Where JSON begins, also behind "var recipe =" or as a text of HTML. */
const JSON_BEGINS = /^[^{[]{0,200}[{[]\s*(?:["'{[]|&(?:quot|#34|#x22);|[\w@$-]+\s*:)/u;

/** JSON, or a text that was pasted with tags around its JSON. */
function* readText(name: string, content: DecodedText): Generator<ImportedRow> {
  const { text } = content;
  if (HAS_TAGS.test(text.slice(0, HEAD_BYTES))) yield* readPage(name, content);
  else if (JSON_BEGINS.test(text)) yield* readJson(name, content);
  else throw new Refusal(refusalOfText(text));
}
