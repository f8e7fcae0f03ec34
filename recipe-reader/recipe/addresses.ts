import { toText } from '../page/html.ts';
import { asList, isNode, type Node, property, rawText } from '../page/json-ld.ts';
import { isWebAddress, recipeLimits, recipeMessages } from '../recipe-content.ts';
import type { FieldContext } from './report.ts';

/** The largest picture if sizes are given, else the first one. */
export function readPicture(recipe: Node, context: FieldContext): string | null {
  const values = asList(property(recipe, 'image', 'thumbnailUrl')).map(context.resolve);
  const pictures = values.flatMap((value) => {
    if (!isNode(value)) return [{ address: rawText(value), size: 0 }];
    const size = sizeOf(value, 'width') * sizeOf(value, 'height');
    return asList(property(value, 'url', 'contentUrl', 'thumbnailUrl') ?? ownName(value)).map((one) => ({
      address: rawText(one, 'url', 'contentUrl'),
      size,
    }));
  });
  const ordered = pictures.toSorted((one, other) => other.size - one.size);
  return firstUsable(
    'image_url',
    { addresses: ordered.map(({ address }) => address), found: values },
    context,
  );
}

/** The address of the video itself if it is given, else of its player or page. */
export function readVideo(recipe: Node, context: FieldContext): string | null {
  const values = asList(property(recipe, 'video')).map(context.resolve);
  const addresses = values.flatMap((value) =>
    isNode(value)
      ? [...['contentUrl', 'embedUrl', 'url'].map((name) => rawText(property(value, name))), ownName(value)]
      : [rawText(value)],
  );
  return firstUsable('videoURL', { addresses, found: values }, context);
}

/** An `@id` may be the address. With a hash it only names an object that the page does not have. */
function ownName(value: Node): string {
  const id = rawText(property(value, '@id'));
  return id.includes('#') ? '' : id;
}

type Candidates = { readonly addresses: readonly string[]; readonly found: readonly unknown[] };

function firstUsable(field: string, { addresses, found }: Candidates, context: FieldContext): string | null {
  const named = addresses.map(toText).filter((text) => text !== '');
  const usable = named.map((text) => absolute(text, context.address)).find((text) => text !== null);
  if (usable !== undefined) return usable;
  const value = named[0] ?? found[0];
  if (value !== undefined) context.report(field, messageFor(value), value);
  return null;
}

function absolute(text: string, base: string | null): string | null {
  const isAbsolute = /^[a-z][a-z\d+.-]{0,20}:/iu.test(text);
  const full = isAbsolute
    ? text
    : (URL.parse(text, base ?? (text.startsWith('//') ? 'https://x' : ''))?.href ?? '');
  return isWebAddress(full) && full.length <= recipeLimits.url ? full : null;
}

function messageFor(value: unknown): string {
  if (typeof value !== 'string') return 'This isn’t a web address.';
  if (value.length > recipeLimits.url && isWebAddress(value)) return 'This web address is too long.';
  if (/^[a-z]+:/iu.test(value)) return recipeMessages.url;
  return 'This address is incomplete, and the page doesn’t give its own. Enter the full address after the import.';
}

/** Pixels of "1200", 1200, "1200px" or a QuantitativeValue. */
function sizeOf(picture: Node, name: string): number {
  return Number.parseInt(rawText(property(picture, name), 'value'), 10) || 0;
}
