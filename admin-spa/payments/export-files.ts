import * as v from 'valibot';
import { download } from '#client/download.ts';
import { exportPayments, paymentExportQuery } from '#contract/payments/exports.ts';
import { formatCount } from '../ui/format/format.ts';
import { type ExportFile, fileName } from '../ui/list/export.tsx';
import type { ListState } from '../ui/list/list-state.ts';

/** Everything that the list shows. The name says filters and day. */
export function exportFiles({ keyword, filters }: ListState, now: Date): readonly ExportFile[] {
  const query = v.parse(paymentExportQuery, { ...(keyword && { keyword }), ...filters });
  const {
    sort: _sort,
    order: _order,
    keyword: _keyword,
    recovered,
    state,
    deadline,
    access,
    ...chosen
  } = query;
  const values = [
    ...Object.values(chosen),
    recovered ? `recovered-${recovered}` : state,
    deadline && `deadline-${deadline}`,
    access && `access-${access}`,
  ].filter((value) => value !== undefined);
  const parts = ['failed-payments', ...values, ...(keyword ? ['search'] : [])];
  return [
    {
      label: 'CSV',
      name: fileName(parts, 'csv', now),
      load: (options) => download(exportPayments, { ...options, query }),
    },
  ];
}

export function exportText({ total, isMinimum }: { total: number | null; isMinimum: boolean }): string {
  if (total === null || isMinimum) return 'Export every payment that this list shows:';
  return `Export ${formatCount(total)} ${total === 1 ? 'payment' : 'payments'}, as listed here:`;
}
