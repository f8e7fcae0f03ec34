import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopPostmaster } from './postmaster.ts';

/** Reads a line, then ends. Its command line names the data folder, as that of PostgreSQL does. */
const PROGRAM = 'read -r line';

test('a stop waits for the process, which may outlive its lock file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postmaster-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = spawn('/bin/sh', ['-c', PROGRAM, 'postgres', folder, '-p'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  writeFileSync(join(folder, 'postmaster.pid'), `${server.pid}\n${folder}\n0\n5432\n`);
  // Like pg_ctl, it is done when the lock file has gone.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'pg_ctl'), '#!/bin/sh\nrm "$3/postmaster.pid"\n', { mode: 0o755 });

  const steps: string[] = [];
  const runner = { prefix: [], account: null, native: folder, home: folder };
  const data = { folder, home: folder, owner: { uid: 0, gid: 0 } };
  const stopped = stopPostmaster({ runner, data, logFile: '' }).then(() => steps.push('stopped'));
  await new Promise((done) => setTimeout(done, 300));
  steps.push('ending');
  server.stdin.end('\n');
  await Promise.all([ended, stopped]);
  expect(steps).toEqual(['ending', 'stopped']);
});
