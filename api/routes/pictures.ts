import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { light } from '#brand/tokens.ts';
import { PICTURE_FOLDER } from '../db/picture-names.ts';
import { Problem } from '../http/problem.ts';
import { NOTHING_ALLOWED } from '../http/security-headers.ts';

/** Seconds: a drawing changes with a new version of its package only. */
const MONTH = 2_592_000;

/** GET /pictures/:file, public, for any origin: a drawing of food on a plate, on a tinted table. */
export function pictures(): Hono {
  return new Hono().get(`/${PICTURE_FOLDER}:file`, async (context) => {
    const name = context.req.param('file').match(/^([a-z0-9-]+)\.svg$/)?.[1];
    const shapes = name ? (await food()).get(name) : undefined;
    if (!name || !shapes) throw new Problem(404, 'There is no such picture.');
    context.header('content-type', 'image/svg+xml');
    context.header('cache-control', `public, max-age=${MONTH}`);
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('content-security-policy', `${NOTHING_ALLOWED}; sandbox`);
    return context.body(plated(name, shapes));
  });
}

const tints = [light['basil-tint'], light['tomato-tint'], light['saffron-tint']];

function plated(name: string, shapes: string): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const tint = tints[sum % tints.length] ?? light.paper;
  const table = `<rect width="192" height="192" fill="${tint}"/>`;
  const plate = `<circle cx="96" cy="96" r="80" fill="${light.sheet}"/>`;
  const drawing = `<g transform="translate(44.8 44.8) scale(.8)">${shapes}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">${table}${plate}${drawing}</svg>`;
}

let reading: Promise<ReadonlyMap<string, string>> | null = null;

/** Noto's food drawings. Read once and only when asked for: the package is 25 MB, they are 0.5 MB. */
function food(): Promise<ReadonlyMap<string, string>> {
  reading ??= readFood().catch((error) => {
    reading = null;
    throw error;
  });
  return reading;
}

async function readFood(): Promise<ReadonlyMap<string, string>> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(fileURLToPath(import.meta.resolve(`@iconify-json/noto/${file}`)), 'utf8'));
  const { icons } = (await read('icons.json')) as { icons: Record<string, { body: string }> };
  const { categories } = (await read('metadata.json')) as { categories: Record<string, string[]> };
  const names = categories['Food & Drink'] ?? [];
  // Copied out of the file's text, which a slice of it would keep in memory.
  return new Map(names.map((name) => [name, Buffer.from(icons[name]?.body ?? '').toString()]));
}
