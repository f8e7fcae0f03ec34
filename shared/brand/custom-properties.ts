import { dark, light, sizes } from './tokens.ts';

function declarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/** The CSS of `@use "brand:tokens"`. Each page declares its color schemes in a meta element. */
export function renderCustomProperties(): string {
  const scale = Object.entries(sizes).map(([name, rem]) => [`size-${name}`, `${rem}rem`]);
  return [
    `:root { ${declarations({ ...light, ...Object.fromEntries(scale) })} }`,
    `@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`,
  ].join('\n');
}
