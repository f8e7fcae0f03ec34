import type { Bytes } from './files/bytes.ts';
import type { ImportedRow } from './imported-row.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES, MAX_READING_MS } from './limits.ts';
import { Refusal, refusals, refusedRow } from './refusal.ts';
import { ReadingThread } from './thread/reading-thread.ts';

export type ImportFile = { readonly name: string; readonly open: () => AsyncIterable<Uint8Array> };

/**
 * The rows in the order of the files, read in a thread with limits of memory and time. A file that cannot be read is a row
 * without content. Throws a refusal without files, the reason of `signal`, and errors of a file's own stream.
 */
export async function* readImport(
  files: readonly ImportFile[],
  signal: AbortSignal,
): AsyncGenerator<ImportedRow> {
  if (files.length === 0) throw new Refusal('Choose at least one file to import.');
  const counted = new CountedBytes();
  // The threads of an import share it.
  const usage = { workMs: 0, zipped: { entries: 0, bytes: 0 } };
  let thread: ReadingThread | null = null;
  let rows = 0;
  try {
    for (const file of files) {
      signal.throwIfAborted();
      thread ??= new ReadingThread(signal, usage);
      try {
        for await (const row of thread.read(file.name, counted.pass(file.open()))) {
          if (rows === MAX_IMPORT_RECIPES) return yield refusedRow(file.name, refusals.rest);
          rows += 1;
          yield row;
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        yield refusedRow(file.name, error.message);
        if (counted.isFull || usage.workMs >= MAX_READING_MS) return;
        await thread.close();
        thread = null;
      }
    }
  } finally {
    await thread?.close();
  }
}

/** Counts the bytes of all files. */
class CountedBytes {
  #size = 0;
  isFull = false;

  async *pass(bytes: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#size += chunk.length;
      this.isFull = this.#size > MAX_IMPORT_BYTES;
      if (this.isFull) throw new Refusal(refusals.tooLarge);
      yield chunk;
    }
  }
}
