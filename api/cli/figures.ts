import type { Kysely } from 'kysely';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { findWrongFigures, rebuildFigures } from '../db/figures/recount.ts';
import type { Database } from '../db/schema.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Totals and monthly statistics are updated with every change. This recounts them, whether or not the server is running.

  npm run figures -- check     compares the stored figures with a recount
  npm run figures -- rebuild   stores the recount; changes to what is counted wait until it’s done
`;

const commands: Readonly<Record<string, (db: Kysely<Database>) => Promise<string>>> = {
  check: async (db) => {
    const wrong = await findWrongFigures(db);
    if (wrong.length === 0) return 'All figures match their recount.\n';
    const lines = wrong.map(({ figure, kept, counted }) => `  ${figure}: stored ${kept}, counted ${counted}`);
    process.exitCode = 1;
    return `${wrong.length} figures don’t match their recount:\n${lines.join('\n')}\n`;
  },
  rebuild: async (db) => {
    await db.transaction().execute(rebuildFigures);
    return 'All figures were recounted.\n';
  },
};

try {
  const [name = '', ...rest] = process.argv.slice(2);
  const command = rest.length === 0 ? commands[name] : undefined;
  if (!command) throw new StartError(USAGE);
  process.stdout.write(await withDatabase(readEnvironment(process.env), 'npm run figures', command));
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  process.stderr.write(`${isExpected ? error.message : `The command failed: ${getErrorMessage(error)}`}\n`);
  process.exitCode = 1;
}
