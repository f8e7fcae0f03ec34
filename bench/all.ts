import process from 'node:process';

/** `npm run bench -- [rounds] [users] [--json FILE] [--keep DIR] [--only TEXT]`: the API, then the recipe editor. */
await import('./api.ts');
if (!process.exitCode) await import('./editor.ts');
