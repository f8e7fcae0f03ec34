import type { Kysely } from 'kysely';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { findWrongFigures, rebuildFigures } from '../db/figures/recount.ts';
import type { Database } from '../db/schema.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Totals and monthly statistics are kept by the writes. This counts them again, with or without a running server.

  npm run figures -- check     compares the kept figures with a recount
  npm run figures -- rebuild   writes the recount; changes of what is counted wait until it is done
`;

const commands: Readonly<Record<string, (db: Kysely<Database>) => Promise<string>>> = {
  check: async (db) => {
    const wrong = await findWrongFigures(db);
    if (wrong.length === 0) return 'Every figure equals its recount.\n';
    const lines = wrong.map(({ figure, kept, counted }) => `  ${figure}: kept ${kept}, counted ${counted}`);
    process.exitCode = 1;
    return `${wrong.length} figures differ from their recount:\n${lines.join('\n')}\n`;
  },
  rebuild: async (db) => {
    await db.transaction().execute(rebuildFigures);
    return 'The figures were counted again.\n';
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
