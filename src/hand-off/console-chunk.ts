import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { setConsoleEntry } from './console-entry.ts';
import { readScreen, scriptsOf, stylesheetsOf } from './screen-files.ts';

/** Emits the console, and tells the pages which of its files each screen needs. */
export function consoleChunk(base = '/'): Plugin {
  const entry = fileURLToPath(new URL('../../admin-spa/mount.tsx', import.meta.url));
  return {
    name: 'console-chunk',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: entry, name: 'console', preserveSignature: 'allow-extension' });
    },
    generateBundle(_options, bundle) {
      const build = { bundle, moduleOf: (id: string) => this.getModuleInfo(id) };
      const [chunk, ...imported] = scriptsOf(entry, build);
      if (!chunk) this.error('The console chunk is missing from the client build.');
      const files = [...imported, ...stylesheetsOf([entry], build)];
      const addresses = (some: readonly string[]) => [...new Set(some)].map((file) => base + file);
      const screens = [...this.getModuleIds()]
        .filter((id) => id.endsWith('.screen.ts'))
        .map((id) => readScreen(id, build) ?? this.error(`${id} names no pattern of routes.ts.`));
      setConsoleEntry({
        address: base + chunk,
        refresh: null,
        files: addresses(files),
        screenFiles: Object.fromEntries(
          screens.map((screen) => [
            screen.pattern,
            addresses(screen.files.filter((file) => file !== chunk && !files.includes(file))),
          ]),
        ),
      });
    },
  };
}
