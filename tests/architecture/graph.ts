import { importsIn, resolveImport, type Sources } from './imports.ts';

/** The project files that each file imports, types included. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Without tests and without imports of other files. */
export function graphOf(sources: Sources): Graph {
  const files = Object.keys(sources).filter((file) => !/\.test\.tsx?$/.test(file));
  return new Map(
    files.map((file) => [
      file,
      importsIn(sources[file] ?? '')
        .map((specifier) => resolveImport(file, specifier))
        .filter((target): target is string => target !== null && target in sources),
    ]),
  );
}

/** Import circles, as `a -> b -> a`. */
export function circles(graph: Graph): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  function visit(file: string): void {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || finished.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    finished.add(file);
  }

  for (const file of graph.keys()) visit(file);
  return found;
}
