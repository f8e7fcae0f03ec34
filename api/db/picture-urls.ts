import { sql } from 'kysely';

export const PICTURES_PATH = 'pictures/';

/** Names the path of a copy of an uploaded picture. */
export function getCopyPath(hash: string, width: number): string {
  return `${PICTURES_PATH}${hash}/${width}.webp`;
}

/** The hash of the uploaded picture in an address, as the indexes have it; null in another address. */
export const hashInRecipe = sql<string | null>`picture_hash(recipes.image_url)`;
export const hashInVersion = sql<string | null>`picture_hash(recipe_versions.content ->> 'image_url')`;

/** The API's address with its origin: by default it is a path below the site. */
export function getAbsoluteApiUrl(publicApiUrl: string, siteUrl: string): string {
  return new URL(publicApiUrl, siteUrl).href;
}

/** Expands a path of ours to a URL below `publicApiUrl`; other URLs stay unchanged. */
export function getPictureUrl(publicApiUrl: string, imageUrl: string | null): string | null {
  return imageUrl?.startsWith(PICTURES_PATH) ? `${publicApiUrl}/${imageUrl}` : imageUrl;
}

/** The reverse of `getPictureUrl`, so that what was read can be saved again. */
export function getStoredPicture(publicApiUrl: string, imageUrl: string | null): string | null {
  const prefix = `${publicApiUrl}/`;
  return imageUrl?.startsWith(prefix + PICTURES_PATH) ? imageUrl.slice(prefix.length) : imageUrl;
}
