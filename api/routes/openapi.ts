import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import { createDocument } from '../openapi/document.ts';
import { renderPage } from '../openapi/page.ts';
import { answerWithFile } from '../site/answer.ts';
import { createSiteFile, type SiteFile } from '../site/site-file.ts';

/** GET /openapi.json and GET /docs: what the API does, for programs and for people. 304 for a known ETag. */
export function openApiRoutes({ environment }: Pick<Dependencies, 'environment'>): Hono {
  const app = new Hono();
  // Most servers are never asked.
  let created: ReturnType<typeof createFiles> | null = null;
  const answer = (name: 'document' | 'page') => async (context: Context) => {
    created ??= createFiles(environment.publicApiUrl);
    const { status, body, headers } = answerWithFile(context.req, (await created)[name]);
    return new Response(body, { status, headers });
  };
  app.get('/openapi.json', answer('document'));
  app.get('/docs', answer('page'));
  return app;
}

const compress = promisify(gzip);

async function createFiles(publicApiUrl: string): Promise<{ document: SiteFile; page: SiteFile }> {
  const document = createDocument(publicApiUrl);
  const page = await renderPage(document, 'openapi.json');
  return {
    document: await createCompressed('/openapi.json', JSON.stringify(document)),
    page: await createCompressed('/docs.html', page),
  };
}

async function createCompressed(address: string, text: string): Promise<SiteFile> {
  const body = Buffer.from(text);
  return createSiteFile(address, body, new Map([['gzip', await compress(body)]]));
}
