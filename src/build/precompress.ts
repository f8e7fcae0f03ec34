import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Formats that are not compressed yet. Apple's file has no extension. */
const COMPRESSIBLE = /\.(html|js|css|svg|txt|xml|json|webmanifest)$|\/apple-app-site-association$/;

const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};

/** Writes `.br` and `.gz` beside each file that they make smaller. The threads of zlib work in parallel. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.filter((path) => COMPRESSIBLE.test(path)).map(async (path) => ({ path, ...(await stat(path)) })),
  );
  // The largest first: it takes longest.
  const sorted = files.sort((one, other) => other.size - one.size);
  await Promise.all(
    sorted.map(async ({ path }) => {
      const body = await readFile(path);
      for (const [extension, encode] of Object.entries(encoders)) {
        const encoded = await encode(body);
        if (encoded.length < body.length) await writeFile(`${path}.${extension}`, encoded);
      }
    }),
  );
}
