import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { getErrorMessage, StartError } from '../../config/start-error.ts';

/** A list of every file of a database has a few thousand lines. */
const MAX_OUTPUT_BYTES = 256 * 1_048_576;

export type ProgramOptions = { env?: NodeJS.ProcessEnv; signal: AbortSignal };

/** Returns the standard output. Throws StartError with what the program says about its failure. */
export async function run(
  program: string,
  args: readonly string[],
  { env = process.env, signal }: ProgramOptions,
): Promise<string> {
  try {
    const options = { env, signal, maxBuffer: MAX_OUTPUT_BYTES };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    signal.throwIfAborted();
    if (isMissing(error)) {
      throw new StartError(`The program ${program} isn’t installed. Install its package.`);
    }
    throw new StartError(`${basename(program)} failed:\n${readStandardError(error)}`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function readStandardError(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return said || getErrorMessage(error);
}
