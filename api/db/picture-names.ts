/** Below the API's base: how a row names one of our pictures. */
export const PICTURE_FOLDER = 'pictures/';

/** What a row names one of Noto's drawings by, as an `image_url`. */
export function pictureOf(drawing: string): string {
  return `${PICTURE_FOLDER}${drawing}.svg`;
}

/** A row's picture as browsers load it: below `publicApiUrl` where it is one of ours. */
export function pictureAddress(publicApiUrl: string, stored: string | null): string | null {
  return stored?.startsWith(PICTURE_FOLDER) ? `${publicApiUrl}/${stored}` : stored;
}
