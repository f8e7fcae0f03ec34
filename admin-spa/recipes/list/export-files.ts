import { download } from '#client/download.ts';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import type { ExportFile } from '../../ui/list/export/ExportPanel.tsx';
import { countText } from './bulk/count-text.ts';
import type { Listed } from './listed.ts';

/** Everything that the list shows, in files that can be imported again. */
export function exportFiles({ selection, order }: Listed): readonly ExportFile[] {
  const file = (format: ExportFormat, { label, name }: { label: string; name: string }): ExportFile => ({
    label,
    name,
    load: (options) => download(exportRecipes, { ...options, query: { ...selection, ...order, format } }),
  });
  return [
    file('jsonld', { label: 'JSON-LD', name: 'recipes.json' }),
    file('csv', { label: 'CSV', name: 'recipes.csv' }),
  ];
}

export function exportText(total: number | null): string {
  return `Export ${total === null ? 'every recipe that this list shows' : `${countText(total)}, as listed here`}:`;
}
