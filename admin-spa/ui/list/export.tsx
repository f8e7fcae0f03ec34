import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { DownloadOptions } from '#client/download.ts';
import { errorMessage } from '#forms/error-message.ts';
import { dayOf } from '../format/day.ts';
import { saveFile } from '../save-file.ts';

/** A format in which a list can be saved. */
export type ExportFile = {
  /** The text on the button, such as "CSV". */
  readonly label: string;
  readonly name: string;
  readonly load: (options: Pick<DownloadOptions<never>, 'onProgress' | 'signal'>) => Promise<Blob>;
};

type Props = {
  /** What is exported, such as "Export 12 users, as listed here:". */
  text: string;
  files: readonly ExportFile[];
};

/** A file is saved when all of it has arrived, or not at all. */
export function ExportPanel({ text, files }: Props) {
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const [isCanceled, setIsCanceled] = useState(false);
  const firstButton = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save({ name, load }: ExportFile) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setReceivedBytes(0);
    setIsCanceled(false);
    try {
      saveFile(await load({ onProgress: setReceivedBytes, signal: controller.signal }), name);
      toast.success(`${name} has been saved`);
    } catch (error) {
      if (controller.signal.aborted) setIsCanceled(true);
      else toast.error(`Nothing was saved. ${errorMessage(error)}`);
    } finally {
      running.current = null;
      setReceivedBytes(null);
    }
  }

  const isBusy = receivedBytes !== null;
  return (
    <div className="export-panel">
      <p>{text}</p>
      {files.map((file, index) => (
        <button
          key={file.label}
          ref={index === 0 ? firstButton : undefined}
          type="button"
          className="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => void save(file)}
        >
          {file.label}
        </button>
      ))}
      {isBusy && (
        <CancelButton
          cancel={() => running.current?.abort()}
          onFocusLost={() => firstButton.current?.focus()}
        />
      )}
      {/* Not each megabyte is announced. */}
      <p className="muted">
        <span role="status">{`${isBusy ? 'Downloading…' : ''}${isCanceled ? 'Export canceled' : ''}`}</span>
        <span>{isBusy && ` ${(receivedBytes / 1_000_000).toFixed(1)} MB`}</span>
      </p>
    </div>
  );
}

function CancelButton({ cancel, onFocusLost }: { cancel: () => void; onFocusLost: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it disappears
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) onFocusLost();
    };
  }, []);
  return (
    <button ref={button} type="button" className="secondary" onClick={cancel}>
      Cancel
    </button>
  );
}

/** The name says what is in a file and its day here, such as `users-active-2026-11-22.csv`. */
export function fileName(parts: readonly string[], ending: string, now: Date): string {
  const words = parts.map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, ''));
  return `${[...words.filter(Boolean), dayOf(now)].join('-')}.${ending}`;
}
