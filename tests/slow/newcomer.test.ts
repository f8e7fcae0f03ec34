import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectFiles, root } from '#tests/architecture/sources.ts';
import { findProcesses } from '#tests/process/observe.ts';
import { isRoot, nobody } from '#tests/process/server-process.ts';
import { isPortFree, takePort } from '#tests/setup/api/port.ts';

type Account = { uid: number; gid: number } | undefined;

/** A clone with uncommitted changes, below a folder that only `account` may enter. */
function freshClone(account: Account): { folder: string; home: string } {
  const closed = mkdtempSync(join(tmpdir(), 'newcomer-'));
  onTestFinished(() => {
    for (const pid of findProcesses(closed)) process.kill(pid, 'SIGKILL');
    rmSync(closed, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });
  const folder = join(closed, 'a folder', 'clone');
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // Another home folder means an empty package cache; root keeps its own.
  const home = account ? join(closed, 'home') : homedir();
  mkdirSync(home, { recursive: true });
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, closed]);
  chmodSync(closed, 0o700);
  return { folder, home };
}

const accounts: Record<string, Account> = { 'as the user who runs the tests': undefined };
if (isRoot) accounts['as an ordinary user'] = nobody;

test.each(Object.keys(accounts))(
  'two commands, %s: install, start, use, stop, nothing keeps running',
  async (name) => {
    const account = accounts[name];
    const { folder, home } = freshClone(account);
    const port = await takePort();
    const run = (args: string[], env: Record<string, string> = {}): ChildProcess =>
      spawn('npm', args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: machinePath(), HOME: home, ...env },
        ...account,
      });

    const install = run(['ci']);
    const installed = collect(install);
    const [code] = await once(install, 'exit');
    expect(code, installed()).toBe(0);

    const product = run(['start'], { PORT: String(port) });
    const output = collect(product);
    while (!output().includes('Press Ctrl-C to stop')) {
      if (product.exitCode !== null) throw new Error(output());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const origin = `http://127.0.0.1:${port}`;
    const [, email] = output().match(/Administrator: (\S+)/) ?? [];
    const [, password] = output().match(/Password:\s+(\S+)/) ?? [];
    expect(await (await fetch(origin)).text()).toContain('Personalized Meal Planning');
    const answer = await fetch(`${origin}/api/v1/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, rememberMe: false }),
    });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { tokens: { token: string } } };
    const users = await fetch(`${origin}/api/v1/admin/users?role=user`, {
      headers: { authorization: `Bearer ${data.tokens.token}` },
    });
    // The customers of the demo.
    expect(await users.json()).toMatchObject({ status: 200, total: 8_600 });

    product.kill('SIGTERM');
    const [exit, signal] = await once(product, 'exit');
    expect(exit ?? signal, output()).toBe(0);
    expect(findProcesses(folder)).toEqual([]);
    expect(await isPortFree(port)).toBe(true);
  },
);

/** Without the folders that the running npm has added, such as its Node. */
function machinePath(): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
    .join(':');
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}
