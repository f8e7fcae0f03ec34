/** The path of our own pictures, below the base of the API. */
export const PICTURE_FOLDER = 'pictures/';

/** The `image_url` of a drawing of Noto in a row. */
export function pictureOf(drawing: string): string {
  return `${PICTURE_FOLDER}${drawing}.svg`;
}

/** The address of a picture for browsers: one of our own is below `publicApiUrl`. */
export function pictureAddress(publicApiUrl: string, stored: string | null): string | null {
  return stored?.startsWith(PICTURE_FOLDER) ? `${publicApiUrl}/${stored}` : stored;
}
