import type { WriteStream } from 'node:tty';

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean };

const BAR_WIDTH = 40;
const format = new Intl.NumberFormat('en-US');

/** A progress bar on a terminal; elsewhere one line per tenth. */
export function showProgress(
  output: Output,
  total: number,
): { show: (written: number) => void; done: () => void } {
  const started = Date.now();
  let lastTenth = -1;
  const line = (written: number) => `${format.format(written)} of ${format.format(total)} people`;

  function show(written: number): void {
    const share = written / total;
    if (output.isTTY) {
      const full = Math.floor(share * BAR_WIDTH);
      output.write(`\r  ${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${line(written)}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
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
