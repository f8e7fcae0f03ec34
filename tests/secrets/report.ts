import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from './evidence.ts';
import { scan } from './scan.ts';

/** Scans the evidence of a whole run. Exit code 1 for a finding, or if a kind of evidence is missing. */

const [folder = ''] = process.argv.slice(2);
const evidence = readdirSync(folder)
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
  .map((line): Evidence => JSON.parse(line));
const count = (...kinds: Evidence['kind'][]) => evidence.filter(({ kind }) => kinds.includes(kind)).length;

const counts = {
  secrets: count('secret'),
  'lines of logs': count('log'),
  mails: count('mail'),
  addresses: count('address', 'page'),
};
const findings = scan(evidence);
for (const { sort, kind, where } of findings.slice(0, 50)) {
  process.stdout.write(
    `${sort === 'person' ? 'A mail address' : `A secret (${sort})`} is in a ${kind}: ${where}\n`,
  );
}
const summary = Object.entries(counts).map(([name, number]) => `${number} ${name}`);
process.stdout.write(`Looked at ${summary.join(', ')}: ${findings.length} findings.\n`);
process.exitCode = findings.length === 0 && Object.values(counts).every((number) => number > 0) ? 0 : 1;
