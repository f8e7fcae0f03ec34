import * as v from 'valibot';
import { download } from '#client/download.ts';
import { exportPayments, paymentExportQuery } from '#contract/payments/exports.ts';
import { formatCount } from '../ui/format/format.ts';
import { type ExportFile, fileName } from '../ui/list/export.tsx';
import type { ListState } from '../ui/list/list-state.ts';
import { selectedBy } from './queries.ts';

/** Everything that the list shows. The name says filters and day. */
export function exportFiles(list: ListState, now: Date): readonly ExportFile[] {
  const { keyword } = list;
  const query = v.parse(paymentExportQuery, selectedBy(list));
  const {
    sort: _sort,
    order: _order,
    keyword: _keyword,
    recovered,
    retry,
    view,
    state,
    deadline,
    access,
    ...chosen
  } = query;
  const values = [
    ...Object.values(chosen),
    view !== 'all' && !recovered && view !== state && view,
    recovered ? `recovered-${recovered}` : state,
    retry && `retry-${retry}`,
    deadline && `deadline-${deadline}`,
    access && `access-${access}`,
  ].filter((value) => typeof value === 'string');
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
