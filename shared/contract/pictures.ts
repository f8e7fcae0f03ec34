import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { asObject } from './schema/coerce.ts';

/** Needs `pictures:upload`. */

export const pictureLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  /** Pixels of one side: a line of a million pixels takes gigabytes, although it is small. */
  side: 20_000,
  /** Pixels of the stored copies; a smaller picture has fewer. */
  widths: [320, 640, 1280],
} as const;

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** A picture that the provider keeps. */
export const picture = v.object({
  /** The address of the largest copy; the value of `image_url`. */
  url: v.string(),
  width: v.number(),
  height: v.number(),
  /** A data address of a few pixels, shown until the picture has loaded. */
  placeholder: v.string(),
  sources: v.array(v.object({ url: v.string(), width: v.number() })),
});
export type Picture = v.InferOutput<typeof picture>;

/**
 * POST /admin/pictures: the bytes of a picture as application/octet-stream. 408 after 30 s without a byte, 413 above
 * 10 MB, 422 for another type, too many pixels or too long a side.
 */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/admin/pictures',
  answer: v.object({ ...envelope, data: picture }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
