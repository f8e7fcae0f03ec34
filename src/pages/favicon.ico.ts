import { iconDrawing } from '#site/pictures/icon.ts';
import { png } from '#site/pictures/png.ts';

const SIDE_PX = 48;

/** For programs that do not read the HTML: a directory of one entry, then a PNG. */
export async function GET(): Promise<Response> {
  const picture = await png(iconDrawing(SIDE_PX));
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(SIDE_PX, 6);
  head.writeUInt8(SIDE_PX, 7);
  head.writeUInt16LE(1, 10); // plane
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return new Response(Buffer.concat([head, picture]), { headers: { 'Content-Type': 'image/x-icon' } });
}
