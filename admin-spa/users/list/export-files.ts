import { download } from '#client/download.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { formatCount } from '../../ui/format/format.ts';
import { type ExportFile, fileName } from '../../ui/list/export.tsx';
import type { Filters, ListState } from '../../ui/list/list-state.ts';
import { toUserFilters } from './user-filters.ts';

/** Everything that the list shows. */
export function exportFiles({
  keyword,
  filters,
}: Pick<ListState, 'keyword' | 'filters'>): readonly ExportFile[] {
  const query = { ...(keyword && { keyword }), ...toUserFilters(filters) };
  return [
    {
      label: 'CSV',
      name: exportName({ keyword, filters }, new Date()),
      load: (options) => download(exportUsers, { ...options, query }),
    },
  ];
}

/** What a part of the name says beside the value, where the value alone would not tell. */
const prefixes: Readonly<Record<string, string>> = {
  status: '',
  verification: '',
  role: 'role-',
  deletion: 'deletion-',
  onboarding: 'onboarding-',
  subscription: 'subscription-',
  createdFrom: 'from-',
  createdTo: 'to-',
};

/** Says filters and date, such as `users-active-2026-11-22.csv`. */
export function exportName({ keyword, filters }: { keyword: string; filters: Filters }, now: Date): string {
  const chosen = Object.entries(prefixes).flatMap(([name, prefix]) => {
    const value = filters[name];
    return value === undefined ? [] : [prefix + value];
  });
  return fileName(['users', ...(keyword ? ['search'] : []), ...chosen], 'csv', now);
}

export function exportText(total: number | null): string {
  if (total === null) return 'Export every user that this list shows:';
  return `Export ${formatCount(total)} ${total === 1 ? 'user' : 'users'}, as listed here:`;
}
