import { type Context, Hono } from 'hono';
import { pictureLimits, uploadPicture } from '#contract/pictures.ts';
import { type AdminVariables, authorise, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { receiveUpload } from '../../http/receive-upload.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { addPicture } from '../../pictures/add-picture.ts';
import { readPictures } from '../../pictures/records.ts';
import { tooManyPictures } from '../../pictures/too-many-pictures.ts';

const TOO_LARGE = `A picture can have at most ${pictureLimits.bytes / 1024 / 1024} MB. Make it smaller and try again.`;

/** Whole pictures in memory: those that arrive, and those that wait to be converted. */
const MAX_UPLOADS = 20;

/** POST /admin/pictures. */
export function pictureUploadRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock, environment } = dependencies;
  const app = new Hono<AdminVariables>();
  let uploads = 0;

  const receivePicture = async (context: Context<AdminVariables>) => {
    const chunks = receiveUpload(context, { maxBytes: pictureLimits.bytes, tooLarge: TOO_LARGE });
    const bytes = Buffer.concat(await Array.fromAsync(chunks));
    // The session may have ended while the file arrived.
    await authorise(dependencies, context);
    return addPicture(db, { bytes, uploadedBy: getActor(context).id }, clock());
  };

  serve(app, uploadPicture, async ({ context }) => {
    if (uploads >= MAX_UPLOADS) throw tooManyPictures();
    uploads += 1;
    const address = await receivePicture(context).finally(() => {
      uploads -= 1;
    });
    const pictureOf = await readPictures({ db, publicApiUrl: environment.publicApiUrl }, [address]);
    const data = pictureOf(address);
    if (!data) throw new Error('A saved picture is missing.');
    return { message: 'Picture uploaded', data };
  });

  return app;
}
