import type { Rolldown } from 'vite';
import { routes } from '#console/routes.ts';

type Build = {
  bundle: Rolldown.OutputBundle;
  moduleOf: (
    id: string,
  ) => Pick<Rolldown.ModuleInfo, 'code' | 'importedIds' | 'dynamicallyImportedIds'> | null;
};

/** The chunk that holds a module, and the chunks that it imports. Empty if there is none. */
export function scriptsOf(id: string, { bundle }: Build): string[] {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) add(bundle[name]);
  };
  add(Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(id)));
  return [...found];
}

/** The stylesheets whose addresses some modules import. */
export function stylesheetsOf(ids: Iterable<string>, { bundle, moduleOf }: Build): string[] {
  const sources = [...ids]
    .flatMap((id) => moduleOf(id)?.importedIds ?? [])
    .flatMap((id) => id.match(/^(.+\.scss)\?url$/)?.[1] ?? []);
  return Object.values(bundle)
    .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => sources.includes(name)))
    .map(({ fileName }) => fileName);
}

/** What a `.screen.ts` loads when its screen is opened, and the pattern of the screen; null if it names none. */
export function readScreen(id: string, build: Build): { pattern: string; files: string[] } | null {
  const name = build.moduleOf(id)?.code?.match(/\bpattern:\s*routes\.(\w+)/)?.[1];
  const pattern = Object.entries(routes).find(([route]) => route === name)?.[1];
  if (!pattern) return null;
  const modules = withStaticImports(id, build);
  const loaded = [...modules].flatMap((module) => build.moduleOf(module)?.dynamicallyImportedIds ?? []);
  return {
    pattern,
    files: [...loaded.flatMap((module) => scriptsOf(module, build)), ...stylesheetsOf(modules, build)],
  };
}

function withStaticImports(id: string, build: Build, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of build.moduleOf(id)?.importedIds ?? []) withStaticImports(imported, build, found);
  return found;
}
