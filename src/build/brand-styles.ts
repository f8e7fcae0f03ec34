import { renderCustomProperties } from '../../shared/brand/custom-properties.ts';
import { proof } from '../../shared/brand/proof.ts';
import { published } from '../../shared/brand/stores.ts';
import { badges } from '../components/stores/badges.ts';

const modules: Readonly<Record<string, () => string>> = {
  'brand:tokens': renderCustomProperties,
  'brand:stores': () => `$badges: ${badges() !== null}; $published: ${published.length > 0};`,
  'brand:proof': () => `$isShown: ${proof.quotes.length + proof.pictures.length > 0};`,
};

/** A Sass importer for `@use "brand:tokens"` and the other names above. */
export const brandStyles = {
  canonicalize: (address: string): URL | null => (address in modules ? new URL(address) : null),
  load: ({ href }: URL) => ({ contents: modules[href]?.() ?? '', syntax: 'scss' as const }),
};
