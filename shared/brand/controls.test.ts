import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dark, light } from './tokens.ts';

it('uses only token colours in its icons, because data URLs cannot read custom properties', () => {
  const used = readFileSync(new URL('controls.scss', import.meta.url), 'utf8').match(/#[0-9a-f]{6}\b/g) ?? [];
  const known: readonly string[] = [...Object.values(light), ...Object.values(dark)];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((colour) => !known.includes(colour))).toEqual([]);
});
