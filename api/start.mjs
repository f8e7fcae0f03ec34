// Plain JavaScript: an older Node must be able to print which version is needed.
import process from 'node:process';

const REQUIRED_NODE_MAJOR = 26;

if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE_MAJOR) {
  await import('./index.ts');
} else {
  process.stderr.write(
    `This needs Node ${REQUIRED_NODE_MAJOR}; ${process.execPath} is ${process.version}.\n` +
      `"npm ci" brings the right one, unless optional packages are left out or the platform has none.\n` +
      `Run "npm ci" without --omit=optional, or install Node ${REQUIRED_NODE_MAJOR}, and start with "npm start".\n`,
  );
  process.exit(1);
}
