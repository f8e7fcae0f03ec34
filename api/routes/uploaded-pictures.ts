import { type Context, Hono } from 'hono';
import { pictureLimits, uploadPicture } from '#contract/pictures.ts';
import { type AdminVariables, authorise, getActor } from '../auth/require-administrator.ts';
import { PICTURES_PATH } from '../db/picture-urls.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { NOTHING_ALLOWED } from '../http/security-headers.ts';
import { serve } from '../http/serve-endpoint.ts';
import { addPicture } from '../pictures/add-picture.ts';
import { findCopy } from '../pictures/find-copy.ts';
import { readPictures } from '../pictures/records.ts';

const TOO_LARGE = `A picture may have at most ${pictureLimits.bytes / 1024 / 1024} MB. Make it smaller and try again.`;

/** POST /admin/pictures, and GET /pictures/:hash/:file, which is public unless all its recipes are deleted. */
export function uploadedPictureRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock, environment } = dependencies;
  const app = new Hono<AdminVariables>();

  serve(app, uploadPicture, async ({ context }) => {
    const chunks = receiveUpload(context, { maxBytes: pictureLimits.bytes, tooLarge: TOO_LARGE });
    const bytes = Buffer.concat(await Array.fromAsync(chunks));
    // The session may have ended while the file arrived.
    await authorise(dependencies, context);
    const address = await addPicture(db, { bytes, uploadedBy: getActor(context).id }, clock());
    const pictureOf = await readPictures(db, environment.publicApiUrl, [address]);
    const data = pictureOf(address);
    if (!data) throw new Error('A stored picture is missing.');
    return { message: 'Picture uploaded', data };
  });

  app.get(`/${PICTURES_PATH}:hash/:file`, async (context) => {
    const copy = parseCopy(context.req.param());
    const found = copy && (await findCopy(db, copy, clock()));
    if (!found?.isPublic) await requireToken(context);
    if (!found) throw createNotFound();
    context.header('content-type', 'image/webp');
    context.header('content-length', String(found.bytes.byteLength));
    context.header(
      'cache-control',
      found.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    );
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('content-security-policy', `${NOTHING_ALLOWED}; sandbox`);
    return context.body(new Uint8Array(found.bytes));
  });

  /** 401 lets the console refresh its token. It does not tell whether the picture exists. */
  async function requireToken(context: Context<AdminVariables>): Promise<void> {
    if (!context.req.header('authorization')) throw createNotFound();
    await authorise(dependencies, context);
  }

  return app;
}

function parseCopy({ hash = '', file = '' }: Record<string, string>) {
  const width = file.match(/^([1-9]\d{0,4})\.webp$/)?.[1];
  return width && /^[0-9a-f]{64}$/.test(hash) ? { hash, width: Number(width) } : null;
}

function createNotFound(): Problem {
  return new Problem(404, 'There is no such picture.');
}
