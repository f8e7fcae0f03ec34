import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusyError } from './problem.ts';

const CHUNK_BYTES = 65_536;
/** A file stays until its client has read it. */
const MAX_FILES = 20;
/** One connection for work in the background is always left. */
const MAX_WRITTEN_AT_ONCE = 2;

let openFiles = 0;
let writtenFiles = 0;

/**
 * The same text in UTF-8, through a temporary file: `pieces` are taken as fast as they come, so that a slow reader holds
 * no database connection and nothing waits in memory. An error of `pieces` comes after what was written before it.
 * Throws BusyError while two others are written, or too many clients still read theirs.
 */
export async function* spool(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await openWithoutName();
  let writtenBytes = 0;
  let end = null as { error?: unknown } | null;
  let progress = Promise.withResolvers<void>();
  const note = () => {
    progress.resolve();
    progress = Promise.withResolvers();
  };
  const write = async () => {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      await file.appendFile(bytes);
      writtenBytes += bytes.length;
      note();
    }
  };
  const writing = write()
    .then(
      () => {
        end = {};
      },
      (error: unknown) => {
        end = { error };
      },
    )
    .finally(() => {
      writtenFiles -= 1;
      note();
    });
  try {
    for (let readBytes = 0; ; ) {
      const next = progress.promise;
      if (readBytes < writtenBytes) {
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, writtenBytes - readBytes));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, readBytes);
        readBytes += bytesRead;
        yield chunk.subarray(0, bytesRead);
      } else if (end) {
        if ('error' in end) throw end.error;
        return;
      } else await next;
    }
  } finally {
    await pieces.return(undefined);
    await writing;
    await file.close();
    openFiles -= 1;
  }
}

/** Its space is free again when it is closed, also if the server is killed. */
async function openWithoutName(): Promise<FileHandle> {
  if (writtenFiles >= MAX_WRITTEN_AT_ONCE) throw new BusyError('Too many files are being written.');
  if (openFiles >= MAX_FILES) throw new BusyError('Too many files are being sent.');
  openFiles += 1;
  writtenFiles += 1;
  try {
    const path = join(tmpdir(), `mealwright-spool-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  } catch (error) {
    openFiles -= 1;
    writtenFiles -= 1;
    throw error;
  }
}
