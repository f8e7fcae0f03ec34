import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '#tests/setup/api/command.ts';

test('every mail is written as HTML and text, and the paths are printed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mealwright-preview-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { status, stdout } = await runCommand('mail-preview', [], { DATA_DIR: dataDir });
  expect(status).toBe(0);
  const kinds = [
    'password-reset',
    'invitation',
    'password-changed',
    'deletion-request',
    'account-deleted',
    'deletion-stopped',
    'new-browser',
    'second-factor-added',
    'second-factor-removed',
    'payment-reminder',
  ];
  const paths = kinds.flatMap((kind) =>
    ['html', 'txt'].map((type) => join(dataDir, 'mail-preview', `${kind}.${type}`)),
  );
  expect(stdout.trim().split('\n')).toEqual(paths);
  for (const path of paths) {
    expect(readFileSync(path, 'utf8')).toMatch(path.endsWith('html') ? /^<!doctype html>/ : /^Subject: \S/);
  }
});
