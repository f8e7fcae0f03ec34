import { type Context, Hono } from 'hono';
import { type AdminVariables, authorise } from '../../auth/require-administrator.ts';
import { PICTURES_PATH } from '../../db/picture-urls.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../http/problem.ts';
import { NOTHING_ALLOWED } from '../../http/security-headers.ts';
import { drawPicture } from '../../pictures/draw-picture.ts';
import { findCopy } from '../../pictures/find-copy.ts';

/** A drawing changes only with a new version of its package. */
const DRAWING_CACHE = 'public, max-age=2592000';
/** The address of an uploaded picture has the hash of its bytes. */
const COPY_CACHE = 'public, max-age=31536000, immutable';

/** Pictures for any origin: drawings, which are public, and uploaded ones, unless all their recipes are deleted. */
export function pictureRoutes(dependencies: Dependencies): Hono<AdminVariables> {
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
