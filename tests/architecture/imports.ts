import { posix } from 'node:path';

/** Source text by its path from the root of the project, with forward slashes. */
export type Sources = Readonly<Record<string, string>>;

/** What each folder may import of ours, from the README's table. Its own folder goes without saying. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'shared/brand': [],
  'shared/contract': [],
  'shared/client': ['shared/contract'],
  'shared/forms': ['shared/brand', 'shared/contract', 'shared/client'],
  'admin-spa': ['shared'],
  src: ['shared', 'admin-spa/routes.ts'],
  api: ['shared/contract', 'shared/brand'],
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
  '#tests/': 'tests/',
};

/** Static, side-effect, dynamic and re-exporting imports, style sheets' `@use` and `@import`. */
const IMPORT =
  /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bexport\s[^'"]*?\bfrom\s*|@(?:use|import|forward)\s+)(['"])([^'"\n]+)\1/g;

/** Every import that the table does not allow, as `file -> target`. */
export function breaches(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const home = folderOf(file);
    if (!home || /\.test\.tsx?$/.test(file)) return [];
    return importsIn(text)
      .map((specifier) => resolved(file, specifier))
      .filter((target): target is string => target !== null && !mayImport(home, target))
      .map((target) => `${file} -> ${target}`);
  });
}

/** Files that only pass on what others export. */
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

/** The path from the root that an import of ours leads to; null for a package. */
export function resolved(file: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*$/, '');
  const alias = Object.entries(aliases).find(([prefix]) => path.startsWith(prefix));
  if (alias) return alias[1] + path.slice(alias[0].length);
  return path.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file), path)) : null;
}

function folderOf(file: string): string | undefined {
  return Object.keys(allowed).find((folder) => file.startsWith(`${folder}/`));
}

function mayImport(home: string, target: string): boolean {
  const places = [home, ...(allowed[home] ?? [])];
  return places.some((place) => target === place || target.startsWith(`${place}/`));
}
