import { FREE_REFERENCED_SIZE, MAX_IMPORT_BYTES, MAX_REFERENCED_TIMES } from '../limits.ts';
import { Refusal, refusals } from '../refusal.ts';
import { isNode, type Node, property } from './node.ts';
import { sizeOf } from './size-of.ts';

/** The objects of one page or file, by their `@id`. */
export class References {
  readonly #nodes = new Map<string, Node>();
  #sizeLeft: number;

  constructor(documents: readonly unknown[]) {
    const size = FREE_REFERENCED_SIZE + MAX_REFERENCED_TIMES * sizeOf(documents);
    this.#sizeLeft = Math.min(size, MAX_IMPORT_BYTES);
  }

  add(node: Node): void {
    const id = idOf(node);
    if (id === '' || isReference(node)) return;
    const known = this.#nodes.get(id);
    if (!known || Object.keys(known).length < Object.keys(node).length) this.#nodes.set(id, node);
  }

  /**
   * The object that `{"@id": …}` stands for; any other value as it is. Throws a refusal when references have stood for
   * much more than the file holds: 40 objects that each name the next one twice are a million million.
   */
  readonly resolve = (value: unknown): unknown => {
    if (!isNode(value) || !isReference(value)) return value;
    const found = this.#nodes.get(idOf(value));
    if (!found) return value;
    this.#sizeLeft -= sizeOf(found, this.#sizeLeft);
    if (this.#sizeLeft < 0) throw new Refusal(refusals.references);
    return found;
  };
}

export function idOf(node: Node): string {
  const id = property(node, '@id');
  return typeof id === 'string' ? id.trim() : '';
}

/** Whether it only names another object. */
export function isReference(node: Node): boolean {
  return Object.hasOwn(node, '@id') && Object.keys(node).every((key) => key === '@id' || key === '@type');
}
