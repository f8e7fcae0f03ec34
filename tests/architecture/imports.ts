import { posix } from 'node:path';

/** Source text by path from the root, with forward slashes. */
export type Sources = Readonly<Record<string, string>>;

/** Which folders each folder may import, besides itself: the table in the README. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'shared/brand': [],
  'shared/contract': [],
  'shared/client': ['shared/contract'],
  'shared/forms': ['shared/brand', 'shared/contract', 'shared/client'],
  'admin-spa': ['shared'],
  src: ['shared', 'admin-spa/routes.ts'],
  api: ['shared/contract', 'shared/brand', 'recipe-reader'],
  'recipe-reader': [],
};

/** The aliases of package.json's `imports`. */
const aliases: Readonly<Record<string, string>> = {
  '#brand/': 'shared/brand/',
  '#contract/': 'shared/contract/',
  '#client/': 'shared/client/',
  '#forms/': 'shared/forms/',
  '#site/': 'src/',
  '#console/': 'admin-spa/',
  '#api/': 'api/',
  '#recipe-reader/': 'recipe-reader/',
  '#tests/': 'tests/',
};

/** Static, dynamic, side-effect and re-exporting imports; `@use` and `@import` of stylesheets. */
const IMPORT =
  /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bexport\s[^'"]*?\bfrom\s*|@(?:use|import|forward)\s+)(['"])([^'"\n]+)\1/g;

/** Forbidden imports, as `file -> target`. */
export function forbiddenImports(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const home = folderOf(file);
    if (!home || /\.test\.tsx?$/.test(file)) return [];
    return importsIn(text)
      .map((specifier) => resolveImport(file, specifier))
      .filter((target): target is string => target !== null && !mayImport(home, target))
      .map((target) => `${file} -> ${target}`);
  });
}

/** Files that re-export. */
export function barrels(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(
      ([file, text]) =>
        /\.(ts|tsx)$/.test(file) && /^\s*export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s*from\b/m.test(text),
    )
    .map(([file]) => file);
}

export function importsIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[2] ?? '');
}

/** The imported path from the root; null for a package. */
export function resolveImport(file: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*$/, '');
  const alias = Object.entries(aliases).find(([prefix]) => path.startsWith(prefix));
  if (alias) return alias[1] + path.slice(alias[0].length);
  return path.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file), path)) : null;
}

function folderOf(file: string): string | undefined {
  return Object.keys(allowedImports).find((folder) => file.startsWith(`${folder}/`));
}

function mayImport(home: string, target: string): boolean {
  const places = [home, ...(allowedImports[home] ?? [])];
  return places.some((place) => target === place || target.startsWith(`${place}/`));
}
