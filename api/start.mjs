// Plain JavaScript, so that an old Node can say what is missing: everything else needs one that reads TypeScript.
import process from 'node:process';

const needed = 26;

if (Number.parseInt(process.versions.node, 10) >= needed) {
  await import('./index.ts');
} else {
  process.stderr.write(
    `This needs Node ${needed}; ${process.execPath} is ${process.version}.\n` +
      `"npm ci" brings the right one, unless optional packages are left out or the platform has none.\n` +
      `Run "npm ci" without --omit=optional, or install Node ${needed}, and start with "npm start".\n`,
  );
  process.exit(1);
}
