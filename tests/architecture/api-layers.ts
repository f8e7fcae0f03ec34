import type { Graph } from './graph.ts';

/** The layers of `api/`, the lowest first. Code may import from its own folder and from lower layers. */
const layers: readonly (readonly string[])[] = [
  ['api/auth/passwords/'],
  ['api/config/'],
  ['api/http/'],
  ['api/db/'],
  ['api/site/', 'api/audit/', 'api/jobs/', 'api/pictures/', 'api/stores/'],
  ['api/mail/'],
  ['api/auth/'],
  ['api/purchases/'],
  ['api/accounts/', 'api/payments/', 'api/recipes/'],
  ['api/imports/', 'api/letters/'],
  ['api/demo/', 'api/housekeeping/'],
  ['api/dependencies.ts'],
  ['api/routes/'],
  ['api/app.ts'],
  ['api/startup/'],
  ['api/cli/', 'api/index.ts'],
  ['api/start.mjs'],
];

type Place = { layer: number; folder: string };

/** Imports from a higher layer, or from another folder of the same layer, as `file -> target`. */
export function importsUpwards(graph: Graph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const from = placeOf(file);
    if (!from) return [];
    return targets
      .filter((target) => target.startsWith('api/') && !isBelow(from, placeOf(target)))
      .map((target) => `${file} -> ${target}`);
  });
}

export function filesWithoutLayer(files: readonly string[]): string[] {
  return files.filter((file) => file.startsWith('api/') && !placeOf(file));
}

function isBelow(from: Place, target: Place | undefined): boolean {
  if (!target) return false;
  return target.layer < from.layer || target.folder === from.folder;
}

/** The longest match wins: `api/auth/passwords/` before `api/auth/`. */
function placeOf(file: string): Place | undefined {
  return layers
    .flatMap((folders, layer) => folders.map((folder) => ({ layer, folder })))
    .filter(({ folder }) => file === folder || (folder.endsWith('/') && file.startsWith(folder)))
    .sort((one, other) => other.folder.length - one.folder.length)[0];
}
