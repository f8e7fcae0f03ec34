import { setTimeout as pause } from 'node:timers/promises';

/**
 * A file that would see midnight begins after it. The clock of an API that is served here stands where the file began,
 * and screens have their own: each would have another today.
 */
const LONGEST_FILE_MS = 180_000;

const now = new Date();
const midnights = [
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime(),
];
const leftMs = Math.min(...midnights) - now.getTime();
if (leftMs < LONGEST_FILE_MS) {
  process.stderr.write(`Waiting ${Math.ceil(leftMs / 1_000)} s for midnight.\n`);
  await pause(leftMs + 50);
}
