import type { pictureTypes } from '#contract/pictures.ts';
import { Problem } from '../http/problem.ts';

type PictureType = (typeof pictureTypes)[number];

const ACCEPTED = 'Use a JPEG, PNG, WebP, or AVIF picture.';

/** The first bytes of other files that people choose. */
const refusedKinds: readonly (readonly [string, RegExp])[] = [
  ['a GIF', /^GIF8/],
  ['a PDF', /^%PDF/],
  ['a TIFF picture', /^(?:II\*\0|MM\0\*)/],
  ['a BMP picture', /^BM/],
  ['a ZIP file', /^PK/],
  ['an SVG drawing', /^(?:\xef\xbb\xbf)?\s{0,100}<(?:svg|\?xml|!--|!DOCTYPE svg)/i],
  ['a web page', /^(?:\xef\xbb\xbf)?\s{0,100}<(?:!DOCTYPE html|html|head|body|script)/i],
];

const HEIF_BRANDS = /^(?:heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1)$/;

/** The type by the first bytes, whatever name the file had. Throws 422, with what to do. */
export function checkType(bytes: Buffer): PictureType {
  if (bytes.length === 0) throw new Problem(422, `The file is empty. ${ACCEPTED}`);
  const start = bytes.toString('latin1', 0, 256);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  const brands = readBrands(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  if (brands.some((brand) => HEIF_BRANDS.test(brand))) {
    throw new Problem(422, 'HEIC pictures aren’t supported. Export this one as JPEG and choose it again.');
  }
  const kind = refusedKinds.find(([, pattern]) => pattern.test(start))?.[0];
  throw new Problem(422, `${kind ? `This is ${kind}.` : 'This isn’t a supported picture.'} ${ACCEPTED}`);
}

/** The major and the compatible brands of a file in the format of AVIF and HEIC. */
function readBrands(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}
