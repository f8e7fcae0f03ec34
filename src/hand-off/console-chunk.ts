import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { setConsoleEntry } from './console-entry.ts';

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
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.includes(entry),
      );
      if (!chunk) this.error('The console chunk is missing from the client build.');
      setConsoleEntry(base + chunk.fileName);
    },
  };
}
