import { Worker } from 'node:worker_threads';
import type { Bytes } from '../bytes/streams.ts';
import type { ImportedRow } from '../imported-row.ts';
import { THREAD_MEMORY_MB, THREAD_TIMEOUT_MS } from '../limits.ts';
import { Refusal, refusals } from '../refusal.ts';
import type { FromThread, ToThread } from './messages.ts';

/** A thread that reads files one after another. Memory and time have limits; after a refusal it is of no more use. */
export class ReadingThread {
  readonly #worker = new Worker(new URL('./entry.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  readonly #messages: FromThread[] = [];
  readonly #signal: AbortSignal;
  #failure: unknown;
  #wake = (): void => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
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
      this.#send({ kind: 'file', name });
      for (let message = await this.#next(); message.kind !== 'end'; message = await this.#next()) {
        if (message.kind === 'want') await this.#give(source);
        else {
          yield* message.rows;
          this.#send({ kind: 'taken' });
        }
      }
    } finally {
      // Not awaited: a source that waits for its sender would keep an aborted import waiting.
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

  async #give(source: AsyncIterator<Uint8Array>): Promise<void> {
    const { done, value } = await this.#unlessFailed(source.next());
    // A copy, because a chunk may be a part of a larger buffer, which would be copied whole.
    const bytes = done ? null : new Uint8Array(value);
    this.#send({ kind: 'bytes', bytes }, bytes ? [bytes.buffer] : []);
  }

  /** The result, or the failure of the thread or the abort if they come first. */
  async #unlessFailed<Result>(work: Promise<Result>): Promise<Result> {
    work.catch(() => undefined);
    const failed = new Promise<void>((resolve) => {
      this.#wake = () => (this.#failure === undefined ? undefined : resolve());
    });
    if (this.#failure === undefined) await Promise.race([work, failed]);
    if (this.#failure !== undefined) throw this.#failure;
    return work;
  }

  async #next(): Promise<FromThread> {
    if (this.#messages.length === 0 && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.#fail(new Refusal(refusals.timeout)), THREAD_TIMEOUT_MS);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
    const message = this.#messages.shift();
    if (!message) throw new Refusal(refusals.failed);
    return message;
  }

  #send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

function refusalOf(error: unknown): Refusal {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new Refusal(isMemory ? refusals.memory : refusals.failed, { cause: error });
}
