import { useEffect, useRef, useState } from 'react';
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
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(format: ExportFormat) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setReceivedBytes(0);
    try {
      const query = { ...listed.selection, ...listed.order, format };
      const onProgress = setReceivedBytes;
      saveFile(
        await download(exportRecipes, { query, onProgress, signal: controller.signal }),
        files[format].name,
      );
      toast.success(`${files[format].name} has been saved`);
    } catch (error) {
      if (!controller.signal.aborted) toast.error(`Nothing was saved. ${errorMessage(error)}`);
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
      {(['jsonld', 'csv'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => void save(format)}
        >
          {files[format].label}
        </button>
      ))}
      {isBusy && (
        <button type="button" className="secondary" onClick={() => running.current?.abort()}>
          Cancel
        </button>
      )}
      <p className="muted" role="status">
        {isBusy && `Downloading… ${(receivedBytes / 1_000_000).toFixed(1)} MB`}
      </p>
    </div>
  );
}
