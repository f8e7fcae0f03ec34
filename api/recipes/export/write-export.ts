import type { Kysely } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ExportFormat } from '#contract/recipes/exports.ts';
import { getPictureUrl } from '../../db/picture-urls.ts';
import type { Database } from '../../db/schema.ts';
import { csvHeader, toCsvLine } from './csv-format.ts';
import { toJsonLd } from './json-ld.ts';
import { type ExportQuery, readPages } from './read-pages.ts';

type Export = { format: ExportFormat; query: ExportQuery; publicApiUrl: string };

/** The text of the file, a page of recipes at a time: every recipe that the list shows, in its order. */
export async function* writeExport(
  db: Kysely<Database>,
  { format, query, publicApiUrl }: Export,
): AsyncGenerator<string> {
  const { head, toText, separator, tail } = formats[format];
  let before = head();
  for await (const contents of readPages(db, query)) {
    const texts = contents.map((content) =>
      toText({ ...content, image_url: getPictureUrl(publicApiUrl, content.image_url) }),
    );
    yield before + texts.join(separator);
    before = separator;
  }
  yield before === separator ? tail : before + tail;
}

type Format = {
  head: () => string;
  toText: (content: RecipeContent) => string;
  separator: string;
  tail: string;
};

const formats: Readonly<Record<ExportFormat, Format>> = {
  jsonld: {
    head: () => '{"@context":"https://schema.org","@graph":[\n',
    toText: (content) => JSON.stringify(toJsonLd(content)),
    separator: ',\n',
    tail: '\n]}\n',
  },
  csv: { head: csvHeader, toText: toCsvLine, separator: '', tail: '' },
};
