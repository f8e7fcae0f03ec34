import { useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { exportStatistics } from '#contract/statistics/exports.ts';
import type { StatisticsRow } from '#contract/statistics/list.ts';
import { Card } from '../../ui/Card.tsx';
import { type ExportFile, ExportPanel, fileName } from '../../ui/list/export.tsx';
import { MonthSlider } from './MonthSlider.tsx';
import { toMonths } from './months.ts';

/** The last two years as a chart, and every month as a file. The table beside it has the same figures as text. */
export function MonthsCard({ rows }: { rows: readonly StatisticsRow[] }) {
  const months = toMonths(rows, new Date());
  const hasExport = useCan()('statistics:export') && rows.length > 0;
  if (!months && !hasExport) return null;
  return (
    <Card title="Subscriptions and revenue by month" titleId="months-title" className="card months-chart">
      {months && <MonthSlider months={months} />}
      {hasExport && <ExportPanel text={exportText(rows.length)} files={exportFiles(new Date())} />}
    </Card>
  );
}

function exportText(count: number): string {
  return count === 1 ? 'Export the month in the table:' : `Export all ${count} months of the table:`;
}

function exportFiles(now: Date): readonly ExportFile[] {
  return [
    {
      label: 'CSV',
      name: fileName(['subscription-stats', 'by-month'], 'csv', now),
      load: (options) => download(exportStatistics, { ...options, query: undefined }),
    },
  ];
}
