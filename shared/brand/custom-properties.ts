import { dark, light, sizes } from './tokens.ts';

function declarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/** The tokens as custom properties: what a stylesheet gets from `@use "brand:tokens"`. */
export function customProperties(): string {
  const scale = Object.entries(sizes).map(([name, rem]) => [`size-${name}`, `${rem}rem`]);
  return [
    `:root { color-scheme: light dark; ${declarations({ ...light, ...Object.fromEntries(scale) })} }`,
    `@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`,
  ].join('\n');
}
