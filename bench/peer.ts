import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readSite, type SiteFile } from '#api/site/site-file.ts';
import { precompress } from '#site/build/precompress.ts';
import manifest from '../package.json' with { type: 'json' };

/** The page that ours are compared with: the start page of a new Starlight site, without its picture. */
const STARLIGHT = '0.42.4';

const sources: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { '@astrojs/starlight': STARLIGHT, astro: manifest.dependencies.astro },
  }),
  'astro.config.mjs': `import starlight from '@astrojs/starlight';
export default { integrations: [starlight({ title: 'Docs', sidebar: [{ label: 'Guide', slug: 'guide' }] })] };
`,
  'src/content.config.ts': `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
  'src/content/docs/guide.md': '---\ntitle: Guide\n---\n\nA page.\n',
  'src/content/docs/index.mdx': `---
title: Welcome
description: The start page of a new site.
template: splash
hero:
  tagline: A new site is ready to be filled.
  actions:
    - { text: Read the guide, link: /guide/, icon: right-arrow }
    - { text: See the documentation, link: 'https://starlight.astro.build', icon: external, variant: minimal }
---

import { Card, CardGrid } from '@astrojs/starlight/components';

## Next steps

<CardGrid stagger>
  <Card title="Change this page" icon="pencil">It is in \`src/content/docs/index.mdx\`.</Card>
  <Card title="Add a page" icon="add-document">Each file in \`src/content/docs\` becomes a page.</Card>
  <Card title="Set it up" icon="setting">The title and the sidebar are in \`astro.config.mjs\`.</Card>
  <Card title="Read on" icon="open-book">The [documentation](https://starlight.astro.build/) says more.</Card>
</CardGrid>
`,
};

/** Built from the registry on the first run, and kept in the folder for temporary files. */
export async function buildPeer(write: (text: string) => void): Promise<ReadonlyMap<string, SiteFile>> {
  const folder = join(tmpdir(), `mealwright-bench-starlight-${STARLIGHT}`);
  const dist = join(folder, 'dist');
  const built = await readdir(dist).catch((): string[] => []);
  if (!built.includes('index.html.br')) {
    write(`Building Starlight ${STARLIGHT} in ${folder} …\n`);
    for (const [name, content] of Object.entries(sources)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const run = promisify(execFile);
    const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
    await run('npm', ['exec', 'astro', 'build'], { cwd: folder, env });
    await precompress(dist);
  }
  return withoutPolicy(await readSite(dist));
}

/** Our policy allows none of its scripts. */
function withoutPolicy(files: ReadonlyMap<string, SiteFile>): ReadonlyMap<string, SiteFile> {
  const strip = ({
    body,
    etag,
    headers: { 'content-security-policy': _, ...headers },
  }: SiteFile['identity']) => ({
    body,
    etag,
    headers,
  });
  return new Map(
    [...files].map(([path, { identity, encoded }]) => [
      path,
      {
        identity: strip(identity),
        encoded: new Map([...encoded].map(([encoding, one]) => [encoding, strip(one)])),
      },
    ]),
  );
}
