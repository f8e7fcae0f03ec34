import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertPicture } from './convert.ts';

const solid = (width: number, height: number, background = '#c03020') =>
  sharp({ create: { width, height, channels: 3, background } });

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** A PNG whose header claims a size that its pixels do not have. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000),
]);

test('a photograph becomes upright, without metadata, in three widths, with a tiny placeholder', async () => {
  const photograph = await solid(2_000, 1_000)
    .withExif({
      IFD0: { Copyright: 'Uma', Make: 'Pear' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif?.toString('latin1')).toContain('Pear');
  const { width, height, placeholder, copies } = await convertPicture(photograph);
  expect({ width, height }).toEqual({ width: 1_000, height: 2_000 });
  expect(copies.map((copy) => copy.width)).toEqual([1_000, 640, 320]);
  for (const { width: copyWidth, bytes } of copies) {
    const { format, exif, icc, xmp, orientation, ...found } = await sharp(bytes).metadata();
    expect({ format, width: found.width, height: found.height, space: found.space }).toEqual({
      format: 'webp',
      width: copyWidth,
      height: copyWidth * 2,
      space: 'srgb',
    });
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  }
  expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  expect(placeholder.length).toBeLessThan(300);
});

test('a small picture is never enlarged', async () => {
  const { width, height, copies } = await convertPicture(await solid(200, 100).png().toBuffer());
  expect({ width, height, widths: copies.map((copy) => copy.width) }).toEqual({
    width: 200,
    height: 100,
    widths: [200],
  });
});

test('a picture of one column becomes no endless one', async () => {
  const { width, height } = await convertPicture(await solid(2, 9_000).png().toBuffer());
  expect(width).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(2_560);
});

test('noise, transparency and all, has a placeholder too', async () => {
  const { placeholder } = await convertPicture(await noise(640, 640).ensureAlpha(0.4).png().toBuffer());
  expect(placeholder.length).toBeGreaterThan(30);
  expect(placeholder.length).toBeLessThan(300);
});

test.each([
  ['a PNG with 16 bits', () => solid(400, 300).toColourspace('rgb16').png().toBuffer()],
  ['a JPEG in CMYK', () => solid(400, 300).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['a JPEG in grey', () => solid(400, 300, '#777').greyscale().jpeg().toBuffer()],
  ['an AVIF', () => solid(400, 300).avif({ quality: 80, effort: 0 }).toBuffer()],
  ['a WebP', () => solid(400, 300).webp().toBuffer()],
  ['a JPEG with Display P3', () => solid(400, 300).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
])('%s keeps its colour', async (name, make) => {
  const { copies } = await convertPicture(await make());
  const { data, info } = await sharp(copies[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 400, height: 300, channels: 3 });
  const wanted = name.includes('grey') ? [0x77, 0x77, 0x77] : [0xc0, 0x30, 0x20];
  wanted.forEach((value, channel) => {
    // CMYK has fewer reds.
    expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(name.includes('CMYK') ? 40 : 12);
  });
});

test('of an animation the first frame is used', async () => {
  const frames = await sharp([await solid(64, 64).png().toBuffer(), await noise(64, 64).png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  const { height, copies } = await convertPicture(frames);
  expect(height).toBe(64);
  expect((await sharp(copies[0]?.bytes).metadata()).pages).toBeUndefined();
});

test('what is appended to a picture is dropped', async () => {
  const archive = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  const { copies } = await convertPicture(Buffer.concat([await noise(700, 500).jpeg().toBuffer(), archive]));
  for (const { bytes } of copies) {
    expect(bytes.includes('PK\x03\x04')).toBe(false);
    expect(bytes.includes('script')).toBe(false);
  }
});

const accepted = 'Use a JPEG, PNG, WebP, or AVIF picture.';

test.each([
  ['nothing', () => Buffer.alloc(0), `The file is empty. ${accepted}`],
  ['text', () => Buffer.from('hello'), `This isn’t a supported picture. ${accepted}`],
  [
    'an SVG with a script',
    () =>
      Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      ),
    `This is an SVG drawing. ${accepted}`,
  ],
  ['HTML', () => Buffer.from('\ufeff <!doctype html><title>x</title>'), `This is a web page. ${accepted}`],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%'), `This is a PDF. ${accepted}`],
  ['a GIF', () => solid(9, 9).gif().toBuffer(), `This is a GIF. ${accepted}`],
  ['a TIFF', () => solid(9, 9).tiff().toBuffer(), `This is a TIFF picture. ${accepted}`],
  ['a HEIC', () => heic, 'HEIC pictures aren’t supported. Export this one as JPEG and choose it again.'],
  [
    'a bomb',
    () => bomb(60_000, 60_000),
    'This picture has 60,000 × 60,000 pixels, which is 3,600 megapixels. The limit is 50, so make it smaller.',
  ],
  [
    'a line',
    () => bomb(20_001, 1),
    'This picture is too long. A side can have at most 20,000 pixels, so cut it.',
  ],
])('%s is refused in words', async (_, make, message) => {
  await expect(convertPicture(await make())).rejects.toMatchObject({ status: 422, message });
});

const damaged = 'This picture is damaged or incomplete. Export it again, for example as JPEG.';

test.each([
  ['a JPEG that is cut off', async () => cut(await noise(800, 600).jpeg().toBuffer())],
  ['a PNG that is cut off', async () => cut(await noise(800, 600).png().toBuffer())],
  ['a WebP that is cut off', async () => cut(await noise(800, 600).webp().toBuffer())],
  ['an AVIF that is cut off', async () => cut(await noise(800, 600).avif({ effort: 0 }).toBuffer())],
  ['a PNG without its pixels', () => bomb(5_000, 5_000)],
  ['an SVG behind the beginning of a JPEG', () => Buffer.from('\xff\xd8\xff<svg></svg>', 'latin1')],
  ['a HEIC that says AVIF', () => Buffer.from(heic.toString('latin1').replaceAll('heic', 'avif'), 'latin1')],
])('%s is refused as damaged', async (_, make) => {
  await expect(convertPicture(await make())).rejects.toMatchObject({ status: 422, message: damaged });
});

test('ten pictures may wait; the next one is refused', async () => {
  const picture = await noise(600, 600).png().toBuffer();
  const results = await Promise.allSettled(Array.from({ length: 14 }, () => convertPicture(picture)));
  const refused = results.filter(({ status }) => status === 'rejected');
  // One is converted.
  expect(refused).toHaveLength(14 - 10 - 1);
  expect(refused[0]).toMatchObject({ reason: { status: 503 } });
});

function cut(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
