import type { ActivityEntry } from '#contract/activity.ts';
import { When } from '../ui/date/When.tsx';
import { formatCount } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { Changes } from '../users/detail/Changes.tsx';
import { About } from './About.tsx';
import { actionLabel, activityLabels } from './labels.ts';

export const activityColumns: readonly Column<ActivityEntry>[] = [
  { title: 'What', isRowHeader: true, cell: ({ action }) => actionLabel(action) },
  { title: 'When', kind: 'date', cell: ({ at }) => <When at={at} hasTime /> },
  { title: 'Who', kind: 'address', cell: ({ by }) => <bdi>{by ?? 'The user'}</bdi> },
  { title: 'About', kind: 'address', cell: ({ record }) => <About record={record} /> },
  {
    title: 'Changes',
    kind: 'summary',
    cell: ({ changes, moreChanges }) => (
      <div>
        <Changes changes={changes} labels={activityLabels} />
        {moreChanges > 0 && <p className="muted">and {formatCount(moreChanges)} more</p>}
      </div>
    ),
  },
];
