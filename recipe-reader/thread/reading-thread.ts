import { Worker } from 'node:worker_threads';
import type { Bytes } from '../files/bytes.ts';
import type { Zipped } from '../files/read-zip.ts';
import type { ImportedRow } from '../imported-row.ts';
import { MAX_READING_MS, THREAD_MEMORY_MB, THREAD_TIMEOUT_MS } from '../limits.ts';
import { Refusal, refusals } from '../refusal.ts';

/**
 * To the thread: a file to read and what earlier ZIPs of its import held, the bytes that it asked for (null at the end),
 * and that its rows were taken. Bytes name their file by its number: the last ones of a file may come when the next one
 * has begun.
 */
export type ToThread =
  | { readonly kind: 'file'; readonly number: number; readonly name: string; readonly zipped: Zipped }
  | { readonly kind: 'bytes'; readonly number: number; readonly bytes: Uint8Array | null }
  | { readonly kind: 'taken' };

/** The thread says that it wants bytes, is about to inflate, has rows, or has finished the file. */
export type FromThread =
  | { readonly kind: 'want' }
  | { readonly kind: 'zipped'; readonly zipped: Zipped }
  | { readonly kind: 'rows'; readonly rows: readonly ImportedRow[] }
  | { readonly kind: 'end' };

/** What an import has used so far, in all its threads. */
export type ReadingUsage = { workMs: number; zipped: Zipped };

/** A thread that reads files one after another. Memory and time have limits; after a refusal it is of no more use. */
export class ReadingThread {
  readonly #worker = new Worker(new URL(import.meta.resolve('./entry.ts')), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  readonly #messages: FromThread[] = [];
  readonly #signal: AbortSignal;
  readonly #usage: ReadingUsage;
  #failure: unknown;
  #file = 0;
  #isGiving = false;
  #wake = (): void => undefined;

  constructor(signal: AbortSignal, usage: ReadingUsage) {
    this.#signal = signal;
    this.#usage = usage;
    this.#worker.on('message', (message: FromThread) => {
      this.#messages.push(message);
      this.#wake();
    });
    this.#worker.on('error', (error) => this.#fail(refusalOf(error)));
    this.#worker.on('exit', () => this.#fail(new Refusal(refusals.failed)));
    signal.addEventListener('abort', this.#abort);
  }

  /** Throws a refusal if the file needs too much memory or time. */
  async *read(name: string, bytes: Bytes): AsyncGenerator<ImportedRow> {
    const source = bytes[Symbol.asyncIterator]();
    try {
      this.#file += 1;
      this.#send({ kind: 'file', number: this.#file, name, zipped: this.#usage.zipped });
      for (let message = await this.#next(); message.kind !== 'end'; message = await this.#next()) {
        if (message.kind === 'want') void this.#give(source);
        else if (message.kind === 'zipped') this.#usage.zipped = message.zipped;
        else {
          yield* message.rows;
          this.#send({ kind: 'taken' });
        }
      }
    } finally {
      // This is not awaited: a source that waits for its sender would keep an aborted import waiting.
      void source.return?.()?.catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#abort);
    await this.#worker.terminate();
  }

  readonly #abort = (): void => this.#fail(this.#signal.reason);

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** This is not awaited: rows that are ready do not wait for the next bytes of an upload. */
  async #give(source: AsyncIterator<Uint8Array>): Promise<void> {
    const number = this.#file;
    this.#isGiving = true;
    try {
      const { done, value } = await source.next();
      // A copy, because a chunk may be a part of a larger buffer, which would be copied whole.
      const bytes = done ? null : new Uint8Array(value);
      this.#send({ kind: 'bytes', number, bytes }, bytes ? [bytes.buffer] : []);
    } catch (error) {
      if (number === this.#file) this.#fail(error);
    }
    this.#isGiving = false;
    // From here on the time counts.
    this.#wake();
  }

  async #next(): Promise<FromThread> {
    while (this.#messages.length === 0 && this.#failure === undefined) {
      if (this.#isGiving) await this.#sleep(THREAD_TIMEOUT_MS);
      else await this.#countWork();
    }
    const message = this.#messages.shift();
    if (message && !this.#signal.aborted) return message;
    throw this.#failure;
  }

  /** Waits for a sign from the thread while it works. */
  async #countWork(): Promise<void> {
    const start = performance.now();
    const left = Math.max(0, MAX_READING_MS - this.#usage.workMs);
    const isAwake = await this.#sleep(Math.min(THREAD_TIMEOUT_MS, left));
    this.#usage.workMs += isAwake ? performance.now() - start : Math.min(THREAD_TIMEOUT_MS, left);
    if (this.#usage.workMs >= MAX_READING_MS) this.#fail(new Refusal(refusals.time));
    else if (!isAwake) this.#fail(new Refusal(refusals.timeout));
  }

  /** False if nothing happened in time. */
  #sleep(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

function refusalOf(error: unknown): Refusal {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new Refusal(isMemory ? refusals.memory : refusals.failed, { cause: error });
}
