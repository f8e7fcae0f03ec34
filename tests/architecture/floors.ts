import type { Graph } from './graph.ts';

/** The floors of `api/`, the lowest first. Code may import from its own floor and from those below, never from above. */
const floors: readonly (readonly string[])[] = [
  ['api/auth/passwords/'],
  ['api/config/'],
  ['api/http/'],
  ['api/db/'],
  ['api/site/', 'api/audit/', 'api/mail/'],
  ['api/auth/'],
  ['api/accounts/', 'api/payments/'],
  ['api/demo/', 'api/jobs/'],
  ['api/dependencies.ts'],
  ['api/routes/'],
  ['api/app.ts'],
  ['api/startup/'],
  ['api/cli/', 'api/index.ts'],
  ['api/start.mjs'],
];

type Place = { floor: number; room: string };

/** Every import inside `api/` of a file on a higher floor, or of another folder on the same one, as `file -> target`. */
export function importsUpwards(graph: Graph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const from = placeOf(file);
    if (!from) return [];
    return targets
      .filter((target) => target.startsWith('api/') && !isBelow(from, placeOf(target)))
      .map((target) => `${file} -> ${target}`);
  });
}

/** Files of `api/` that stand on no floor. */
export function withoutFloor(files: readonly string[]): string[] {
  return files.filter((file) => file.startsWith('api/') && !placeOf(file));
}

function isBelow(from: Place, target: Place | undefined): boolean {
  if (!target) return false;
  return target.floor < from.floor || target.room === from.room;
}

/** The most exact entry counts: `api/auth/passwords/` before `api/auth/`. */
function placeOf(file: string): Place | undefined {
  return floors
    .flatMap((rooms, floor) => rooms.map((room) => ({ floor, room })))
    .filter(({ room }) => file === room || (room.endsWith('/') && file.startsWith(room)))
    .sort((one, other) => other.room.length - one.room.length)[0];
}
