import { isNode, type Node, property } from './node.ts';

/** The objects of one page or file, by their `@id`. */
export class References {
  readonly #nodes = new Map<string, Node>();

  add(node: Node): void {
    const id = idOf(node);
    if (id === '' || isReference(node)) return;
    const known = this.#nodes.get(id);
    if (!known || Object.keys(known).length < Object.keys(node).length) this.#nodes.set(id, node);
  }

  /** The object that `{"@id": …}` stands for; any other value as it is. */
  readonly resolve = (value: unknown): unknown => {
    if (!isNode(value) || !isReference(value)) return value;
    return this.#nodes.get(idOf(value)) ?? value;
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
