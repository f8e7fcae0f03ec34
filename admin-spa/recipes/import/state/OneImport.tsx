import type { ImportRecord } from '#contract/recipes/imports.ts';
import { When } from '../../../ui/format/When.tsx';
import type { ListState } from '../../../ui/list/list-state.ts';
import type { ChangeList } from '../../../ui/list/use-list-state.ts';
import { ImportRows } from '../ImportRows.tsx';
import { announcementOf, StateBadge } from '../labels.tsx';
import { isServerWorking } from '../queries.ts';
import { useImportAction } from './actions.tsx';
import { DryRun } from './DryRun.tsx';
import { Progress } from './Progress.tsx';
import { Result } from './Result.tsx';

const MAX_NAMES = 3;

type Props = { record: ImportRecord; list: [ListState, ChangeList] };

/** An import whose files were read, in any state. */
export function OneImport({ record, list }: Props) {
  const { id, state, createdAt, createdBy, files } = record;
  const action = useImportAction(id);
  const names = files.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = files.length - names.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcementOf(record)}
      </p>
      <div className="import-facts">
        <StateBadge state={state} />
        <span>
          <span>{`Import ${id} of`}</span> <When at={createdAt} hasTime />
        </span>
        {createdBy && <bdi>{createdBy}</bdi>}
        <bdi>{[...names, ...(others > 0 ? [`${others} more`] : [])].join(', ')}</bdi>
      </div>
      {isServerWorking(state) && <Progress record={record} action={action} />}
      {state === 'ready' && <DryRun record={record} action={action} />}
      {!isServerWorking(state) && state !== 'ready' && <Result record={record} action={action} />}
      {!isServerWorking(state) && record.counts.rows > 0 && <ImportRows record={record} list={list} />}
    </>
  );
}
