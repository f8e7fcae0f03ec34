import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Rolldown, type UserConfig } from 'vite';
import { setConsoleEntry } from './console-entry.ts';

/** The door of the console, and what it loads on every screen. */
const ENTRY = fileURLToPath(new URL('../../admin-spa/mount.tsx', import.meta.url));
const APP = fileURLToPath(new URL('../../admin-spa/App.tsx', import.meta.url));

/**
 * The page of a user shares code with the screens of payments that no other screen needs. What asks for a second factor is
 * rarely needed, as is a comparison of recipes, and work in the background only where many records change.
 */
const isOfEveryScreen = (id: string) =>
  /\.[cm]?[jt]sx?$/.test(id) && !OF_SOME_SCREENS.test(id) && !OF_LISTS.test(id);
const OF_SOME_SCREENS =
  /\/admin-spa\/payments\/(?!labels)|\/(?:second-factor|contract\/refunds)\.ts$|\/(?:ProofForm|ComparedLines)\.tsx$|\/(?:security|background|drawer)\//;
const OF_LISTS =
  /\/admin-spa\/(?:ui\/list\/(?:ListScreen|SelectionBar|columns|filters)|recipes\/list\/filters)\.tsx$/;

type Settings = { root: string; base: string; folder: string; vite: UserConfig };
type Files = Rolldown.RolldownOutput['output'];

/** Builds the console as an app of its own before the pages, whose inline check names its files. */
export function consoleBuild(): AstroIntegration {
  let files: Files | null = null;
  let settings: Settings;
  return {
    name: 'console-build',
    hooks: {
      'astro:config:setup': ({
        config: {
          root,
          base,
          build: { assets },
          vite,
        },
      }) => {
        settings = { root: fileURLToPath(root), base, folder: assets, vite };
      },
      'astro:build:start': async () => {
        files = await buildConsole(settings);
        const [address, ...others] = filesOf(ENTRY, files);
        if (!address) throw new Error('The console is missing from its build.');
        const atStart = new Set([...others, ...filesOf(APP, files)]);
        atStart.delete(address);
        setConsoleEntry({
          address: settings.base + address,
          refresh: null,
          files: [...atStart].map((file) => settings.base + file),
        });
      },
      'astro:build:done': async ({ dir }) => {
        for (const file of files ?? []) {
          const path = fileURLToPath(new URL(file.fileName, dir));
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, file.type === 'chunk' ? file.code : file.source);
        }
      },
    },
  };
}

async function buildConsole({ root, base, folder, vite }: Settings): Promise<Files> {
  const { define, css, build: options } = vite;
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    base,
    ...(define ? { define } : {}),
    ...(css ? { css } : {}),
    publicDir: false,
    build: {
      ...options,
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { console: ENTRY },
        preserveEntrySignatures: 'allow-extension',
        output: {
          // A chunk for every set of screens would be forty requests: what the door needs at once is one, and what
          // several screens share another, and so is what the lists share: the dashboard has none.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 2 },
              { name: 'lists', test: OF_LISTS, minShareCount: 2 },
              { name: 'shared', test: isOfEveryScreen, minShareCount: 2, priority: 1 },
            ],
          },
          entryFileNames: `${folder}/[name].[hash].js`,
          chunkFileNames: `${folder}/[name].[hash].js`,
          assetFileNames: `${folder}/[name].[hash][extname]`,
        },
      },
    },
  });
  if (!('output' in result)) throw new Error('The build of the console has no single output.');
  return result.output;
}

/** The chunk of a module, its static imports and their stylesheets. Empty if there is none. */
function filesOf(module: string, files: Files): string[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) add(files.find(({ fileName }) => fileName === name));
  };
  add(files.find((file) => file.type === 'chunk' && file.moduleIds.includes(module)));
  return [...scripts, ...styles];
}
