import { renderCustomProperties } from '../../shared/brand/custom-properties.ts';
import { stores } from '../../shared/brand/stores.ts';
import { badges } from '../components/stores/badges.ts';

const modules: Readonly<Record<string, () => string>> = {
  'brand:tokens': renderCustomProperties,
  'brand:stores': () =>
    `$badges: ${badges() !== null}; $codes: ${stores.some(({ id }: { id: string | null }) => id !== null)};`,
};

/** A Sass importer for `@use "brand:tokens"` and `@use "brand:stores"`. */
export const brandStyles = {
  canonicalize: (address: string): URL | null => (address in modules ? new URL(address) : null),
  load: ({ href }: URL) => ({ contents: modules[href]?.() ?? '', syntax: 'scss' as const }),
};
