import type { WriteStream } from 'node:tty';

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean };

const WIDTH = 40;
const format = new Intl.NumberFormat('en-US');

/**
 * Tells how many of `total` are written: a bar that fills on a terminal, elsewhere a line for every tenth, so that
 * a log stays readable.
 */
export function showProgress(
  output: Output,
  total: number,
): { show: (written: number) => void; done: () => void } {
  const started = Date.now();
  let shown = -1;
  const line = (written: number) => `${format.format(written)} of ${format.format(total)} people`;

  function show(written: number): void {
    const share = written / total;
    if (output.isTTY) {
      const full = Math.floor(share * WIDTH);
      output.write(`\r  ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${line(written)}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === shown) return;
    shown = tenth;
    output.write(`${line(written)}\n`);
  }

  return {
    show,
    done: () => {
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      output.write(`${output.isTTY ? '\n  ' : ''}Done in ${seconds} s.\n`);
    },
  };
}
