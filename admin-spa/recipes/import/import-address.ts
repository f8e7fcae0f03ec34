import { type ImportRowFilter, importRowFilters } from '#contract/recipes/imports.ts';
import { routes } from '../../routes.ts';
import { DEFAULT_PAGE_SIZE, type ListOptions } from '../../ui/list/list-state.ts';

/** The address says which import and which of its rows are shown, so that a reload and a colleague see the same. */
export const importListOptions = {
  sizes: [DEFAULT_PAGE_SIZE],
  filters: { id: null, show: importRowFilters },
} as const satisfies ListOptions;

export function importAddress(importId: number, show: ImportRowFilter = 'all'): string {
  return `${routes.recipeImport}?id=${importId}${show === 'all' ? '' : `&show=${show}`}`;
}

/** Returns null if it cannot be the id of an import. */
export function readImportId(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
