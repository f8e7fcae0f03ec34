import { MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES } from '../limits.ts';
import { Refusal } from '../refusal.ts';

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
