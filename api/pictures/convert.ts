import pLimit from 'p-limit';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { pictureLimits, type pictureTypes } from '#contract/pictures.ts';
import { Problem } from '../http/problem.ts';

type Copy = { width: number; bytes: Buffer };
type Converted = { width: number; height: number; placeholder: string; copies: Copy[] };

const QUALITY = 80;
/** A tall picture gets narrower copies instead of very long ones. */
const MAX_RATIO = 2;
const TIMEOUT_S = 20;
const MAX_WAITING = 10;

/** The longest text of a placeholder, and its attempts: pixels and quality. */
const MAX_PLACEHOLDER = 300;
const placeholderSizes = [
  [16, 40],
  [16, 10],
  [8, 10],
  [4, 1],
] as const;

sharp.cache(false);
// A picture of 50 megapixels takes up to 1 GB of memory as AVIF.
const one = pLimit(1);

/**
 * New pictures without metadata, upright and in sRGB; of an animation its first frame. Throws 422 for what is no picture,
 * damaged or too large, and 503 if too many wait.
 */
export async function convertPicture(bytes: Buffer): Promise<Converted> {
  const type = checkType(bytes);
  if (one.pendingCount >= MAX_WAITING) throw tooManyPictures();
  return one(async () => {
    try {
      await checkHeader(bytes, type);
      return await convert(bytes);
    } catch (error) {
      throw error instanceof Problem ? error : toRefusal(error);
    }
  });
}

/** It is checked before any pixel is decoded. */
async function checkHeader(bytes: Buffer, type: string): Promise<void> {
  const { width, height, mediaType } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (mediaType !== type) throw new Error(`${type} is read as ${mediaType}.`);
  if (width * height > pictureLimits.pixels) throw tooManyPixels(width, height);
  if (Math.max(width, height) <= pictureLimits.side) return;
  const side = pictureLimits.side.toLocaleString('en-US');
  throw new Problem(422, `This picture is too long. A side can have at most ${side} pixels, so cut it.`);
}

function tooManyPixels(width: number, height: number): Problem {
  const [megapixels, limit] = [Math.ceil((width * height) / 1e6), pictureLimits.pixels / 1e6];
  const size = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} pixels`;
  return new Problem(
    422,
    `This picture has ${size}, which is ${megapixels.toLocaleString('en-US')} megapixels. The limit is ${limit}, so make it smaller.`,
  );
}

async function convert(bytes: Buffer): Promise<Converted> {
  const largest = Math.max(...pictureLimits.widths);
  const options = { limitInputPixels: pictureLimits.pixels, failOn: 'error', sequentialRead: true } as const;
  const upright = fitWidth(open(bytes, options).autoOrient(), largest).toColourspace('srgb');
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const reopen = () => open(data, { raw: { width, height, channels } });
  const copies: Copy[] = [];
  for (const maxWidth of pictureLimits.widths.toReversed()) {
    const copy = await fitWidth(reopen(), maxWidth)
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    // A small picture has fewer copies.
    if (copies.every((other) => other.width !== copy.info.width)) {
      copies.push({ width: copy.info.width, bytes: copy.data });
    }
  }
  return { width, height, placeholder: await makePlaceholder(reopen), copies };
}

function open(bytes: Buffer, options: SharpOptions): Sharp {
  return sharp(bytes, options).timeout({ seconds: TIMEOUT_S });
}

function fitWidth(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true });
}

async function makePlaceholder(reopen: () => Sharp): Promise<string> {
  for (const [size, quality] of placeholderSizes) {
    const tiny = reopen().resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });
    const bytes = await tiny.webp({ quality, alphaQuality: quality }).toBuffer();
    const placeholder = `data:image/webp;base64,${bytes.toString('base64')}`;
    if (placeholder.length < MAX_PLACEHOLDER) return placeholder;
  }
  return '';
}

function toRefusal(cause: unknown): Problem {
  const isTimeout = cause instanceof Error && /timeout/i.test(cause.message);
  return new Problem(
    422,
    isTimeout
      ? 'This picture takes too long to read. Export it as JPEG, or make it smaller.'
      : 'This picture is damaged or incomplete. Export it again, for example as JPEG.',
  );
}

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
function checkType(bytes: Buffer): PictureType {
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

/** 503: each picture that arrives or waits is in memory, so there is a limit. */
export function tooManyPictures(): Problem {
  return new Problem(503, 'Too many pictures are being uploaded right now. Please try again in a minute.', {
    'retry-after': '60',
  });
}
