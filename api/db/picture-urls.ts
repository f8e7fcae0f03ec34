export const PICTURES_PATH = 'pictures/';

export function getPicturePath(drawing: string): string {
  return `${PICTURES_PATH}${drawing}.svg`;
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
