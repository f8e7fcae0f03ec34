import { dark, light, sizes } from './tokens.ts';

function declarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/**
 * The tokens as custom properties: what a stylesheet gets from `@use "brand:tokens"`. That a page comes in both schemes
 * says its own meta element, before any style sheet.
 */
export function customProperties(): string {
  const scale = Object.entries(sizes).map(([name, rem]) => [`size-${name}`, `${rem}rem`]);
  return [
    `:root { ${declarations({ ...light, ...Object.fromEntries(scale) })} }`,
    `@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`,
  ].join('\n');
}
