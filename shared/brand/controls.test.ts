import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dark, light } from './tokens.ts';

it('draws its icons in colours of the tokens, which a data address cannot read', () => {
  const used = readFileSync(new URL('controls.scss', import.meta.url), 'utf8').match(/#[0-9a-f]{6}\b/g) ?? [];
  const known: readonly string[] = [...Object.values(light), ...Object.values(dark)];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((colour) => !known.includes(colour))).toEqual([]);
});
