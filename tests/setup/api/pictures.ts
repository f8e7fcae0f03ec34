import sharp from 'sharp';
import { expect } from 'vitest';
import type { Picture } from '#contract/pictures.ts';
import type { Reply, signInAdministrator } from './requests.ts';
import type { ServedApi } from './serve.ts';

type Administrator = Pick<Awaited<ReturnType<typeof signInAdministrator>>, 'tokens'>;

/** A picture of one random colour, so that each is another one. */
export async function makePicture({ width = 1_500, height = 1_000 } = {}): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
}

export async function sendPicture(
  api: ServedApi,
  admin: Administrator,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Reply> {
  const response = await fetch(`${api.base}/admin/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.tokens.token}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export async function uploadNewPicture(
  api: ServedApi,
  admin: Administrator,
  size?: Parameters<typeof makePicture>[0],
): Promise<Picture> {
  const reply = await sendPicture(api, admin, new Uint8Array(await makePicture(size)));
  expect(reply.status).toBe(200);
  return reply.body.data as Picture;
}
