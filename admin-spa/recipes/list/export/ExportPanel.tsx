import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { download } from '#client/download.ts';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { countText } from '../bulk/count-text.ts';
import type { Listed } from '../listed.ts';
import { saveFile } from './save-file.ts';

const files: Readonly<Record<ExportFormat, { label: string; name: string }>> = {
  jsonld: { label: 'JSON-LD', name: 'recipes.json' },
  csv: { label: 'CSV', name: 'recipes.csv' },
};

/** Everything that the list shows, as a file that can be imported again. */
export function ExportPanel({ listed, total }: { listed: Listed; total: number | null }) {
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const [isCanceled, setIsCanceled] = useState(false);
  const firstButton = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(format: ExportFormat) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setReceivedBytes(0);
    setIsCanceled(false);
    try {
      const query = { ...listed.selection, ...listed.order, format };
      const onProgress = setReceivedBytes;
      saveFile(
        await download(exportRecipes, { query, onProgress, signal: controller.signal }),
        files[format].name,
      );
      toast.success(`${files[format].name} has been saved`);
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
      <p>
        Export {total === null ? 'every recipe that this list shows' : `${countText(total)}, as listed here`}:
      </p>
      {(['jsonld', 'csv'] as const).map((format, index) => (
        <button
          key={format}
          ref={index === 0 ? firstButton : undefined}
          type="button"
          className="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => void save(format)}
        >
          {files[format].label}
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
        <span role="status">
          {isBusy && 'Downloading…'}
          {isCanceled && 'Export canceled'}
        </span>
        {isBusy && ` ${(receivedBytes / 1_000_000).toFixed(1)} MB`}
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
