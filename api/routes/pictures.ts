import { type Context, Hono } from 'hono';
import { pictureLimits, uploadPicture } from '#contract/pictures.ts';
import { type AdminVariables, authorise, getActor } from '../auth/require-administrator.ts';
import { PICTURES_PATH } from '../db/picture-urls.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { receiveUpload } from '../http/receive-upload.ts';
import { NOTHING_ALLOWED } from '../http/security-headers.ts';
import { serve } from '../http/serve-endpoint.ts';
import { tooManyPictures } from '../pictures/convert.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { addPicture, findCopy, readPictures } from '../pictures/uploaded-pictures.ts';

/** Pictures: their files, and uploads. */
export function pictureRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', pictureFileRoutes(dependencies))
    .route('/', pictureUploadRoutes(dependencies));
}

/** A drawing changes only with a new version of its package. */
const DRAWING_CACHE = 'public, max-age=2592000';
/** The address of an uploaded picture has the hash of its bytes. */
const COPY_CACHE = 'public, max-age=31536000, immutable';

/** Pictures for any origin: drawings, which are public, and uploaded ones, unless all their recipes are deleted. */
function pictureFileRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock } = dependencies;
  const app = new Hono<AdminVariables>();

  app.get(`/${PICTURES_PATH}:file`, async (context) => {
    const name = context.req.param('file').match(/^([a-z0-9-]+)\.svg$/)?.[1];
    const drawing = name ? await drawPicture(name) : null;
    if (drawing === null) throw createNotFound();
    setHeaders(context, { type: 'image/svg+xml', caching: DRAWING_CACHE });
    return context.body(drawing);
  });

  app.get(`/${PICTURES_PATH}:hash/:file`, async (context) => {
    const copy = parseCopy(context.req.param());
    const found = copy && (await findCopy(db, copy, clock()));
    if (!found?.isPublic) await requireToken(context);
    if (!found) throw createNotFound();
    setHeaders(context, { type: 'image/webp', caching: found.isPublic ? COPY_CACHE : 'private, no-store' });
    context.header('content-length', String(found.bytes.byteLength));
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

function setHeaders(context: Context, { type, caching }: { type: string; caching: string }): void {
  context.header('content-type', type);
  context.header('cache-control', caching);
  context.header('cross-origin-resource-policy', 'cross-origin');
  context.header('content-security-policy', `${NOTHING_ALLOWED}; sandbox`);
}

function createNotFound(): Problem {
  return new Problem(404, 'Picture not found.');
}

const TOO_LARGE = `A picture can have at most ${pictureLimits.bytes / 1024 / 1024} MB. Make it smaller and try again.`;

/** Whole pictures in memory: those that arrive, and those that wait to be converted. */
const MAX_UPLOADS = 20;

/** POST /admin/pictures. */
function pictureUploadRoutes(dependencies: Dependencies): Hono<AdminVariables> {
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
