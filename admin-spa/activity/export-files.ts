import { download } from '#client/download.ts';
import { exportActivity } from '#contract/activity.ts';
import { formatCount } from '../ui/format/format.ts';
import { type ExportFile, fileName } from '../ui/list/export.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { toActivityFilters } from './filters.ts';

/** Everything that the log shows. The name says the day, and whether it is all. */
export function exportFiles(filters: Filters, now: Date): readonly ExportFile[] {
  const query = toActivityFilters(filters);
  return [
    {
      label: 'CSV',
      name: fileName(['activity', ...(Object.keys(query).length > 0 ? ['filtered'] : [])], 'csv', now),
      load: (options) => download(exportActivity, { ...options, query }),
    },
  ];
}

/** `total`: null if it is not counted. */
export function exportText(total: number | null): string {
  if (total === null) return 'Export every entry that this list shows:';
  return `Export ${formatCount(total)} ${total === 1 ? 'entry' : 'entries'}, as listed here:`;
}
