import { download } from '#client/download.ts';
import { type ExportFormat, exportRecipes } from '#contract/recipes/exports.ts';
import { type ExportFile, fileName } from '../../ui/list/export.tsx';
import { countText } from './count-text.ts';
import type { ListQuery } from './list-query.ts';

/** The files hold everything that the list shows, and can be imported again. Their names say filters and day. */
export function exportFiles({ selection, order }: ListQuery, now: Date): readonly ExportFile[] {
  const { keyword, change, ...chosen } = selection;
  const parts = [
    'recipes',
    ...(keyword ? ['search'] : []),
    ...(change ? [`change-${change}`] : []),
    ...Object.entries(chosen).map(toPart),
  ];
  const file = (format: ExportFormat, { label, ending }: { label: string; ending: string }): ExportFile => ({
    label,
    name: fileName(parts, ending, now),
    load: (options) => download(exportRecipes, { ...options, query: { ...selection, ...order, format } }),
  });
  return [file('jsonld', { label: 'JSON-LD', ending: 'json' }), file('csv', { label: 'CSV', ending: 'csv' })];
}

/** The name of a gap alone would not say that the recipes lack it. */
function toPart([name, value]: [string, string | undefined]): string {
  return name === 'needs' ? `needs-${value}` : (value ?? '');
}

export function exportText(total: number | null): string {
  return `Export ${total === null ? 'every recipe that this list shows' : `${countText(total)}, as listed here`}:`;
}
