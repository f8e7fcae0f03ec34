import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { light } from '#brand/tokens.ts';

/** A drawing of food on a plate, as SVG; null for an unknown name. */
export async function drawPicture(name: string): Promise<string | null> {
  const shapes = (await getDrawings()).get(name);
  return shapes ? drawPlate(name, shapes) : null;
}

const tints = [light['basil-tint'], light['tomato-tint'], light['saffron-tint']];

function drawPlate(name: string, shapes: string): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const tint = tints[sum % tints.length] ?? light.paper;
  const table = `<rect width="192" height="192" fill="${tint}"/>`;
  const plate = `<circle cx="96" cy="96" r="80" fill="${light.sheet}"/>`;
  const drawing = `<g transform="translate(44.8 44.8) scale(.8)">${shapes}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">${table}${plate}${drawing}</svg>`;
}

let drawings: Promise<ReadonlyMap<string, string>> | null = null;

/** Read once, at the first request: the package has 25 MB, the food drawings 0.5 MB. */
function getDrawings(): Promise<ReadonlyMap<string, string>> {
  drawings ??= readDrawings().catch((error) => {
    drawings = null;
    throw error;
  });
  return drawings;
}

async function readDrawings(): Promise<ReadonlyMap<string, string>> {
  const read = async (file: string) =>
    JSON.parse(await readFile(fileURLToPath(import.meta.resolve(`@iconify-json/noto/${file}`)), 'utf8'));
  const { icons }: { icons: Record<string, { body: string }> } = await read('icons.json');
  const { categories }: { categories: Record<string, string[]> } = await read('metadata.json');
  const names = categories['Food & Drink'] ?? [];
  // Copied, because a slice would keep the text of the whole file in memory.
  return new Map(names.map((name) => [name, Buffer.from(icons[name]?.body ?? '').toString()]));
}
