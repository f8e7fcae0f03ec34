import { useQuery } from '@tanstack/react-query';
import type { AuditEntry, Change } from '#contract/audit.ts';
import { FailedPanel } from '../../ui/feedback/FailedPanel.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { formatTime, NOTHING } from '../../ui/format/format.ts';
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx';
import { auditOf } from '../queries.ts';
import { actionWords, fieldLabel, valueWords } from '../words.ts';

const columns = ['What', 'When', 'Who', 'Changes'] as const;

/** What was done to a user and by whom, newest first. */
export function ChangeHistory({ userId }: { userId: string }) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(auditOf(userId));
  useErrorToast(error, errorUpdatedAt);
  const rows = data?.data;
  return (
    <section className="card" aria-labelledby="changes-title">
      <h2 id="changes-title">History of changes</h2>
      {error && (
        <FailedPanel
          message="The history of changes could not be loaded."
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <p className="empty">Nothing has been changed yet.</p>}
      {(!error || rows) && rows?.length !== 0 && (
        <div className="table-frame" aria-busy={isFetching}>
          <table className="records narrow" aria-labelledby="changes-title">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows?.map((entry) => <EntryLine key={entry.id} entry={entry} />) ?? (
                <SkeletonRows rows={3} columns={columns.length} />
              )}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > data.data.length && (
        <p className="muted">
          The newest {data.data.length} of {data.total} changes.
        </p>
      )}
    </section>
  );
}

function EntryLine({ entry }: { entry: AuditEntry }) {
  return (
    <tr>
      <th scope="row">{actionWords[entry.action]}</th>
      <td data-label="When" className="when">
        {formatTime(entry.at)}
      </td>
      <td data-label="Who" className="address">
        <bdi>{entry.by ?? 'The user'}</bdi>
      </td>
      <td data-label="Changes" className="address">
        {entry.changes.length > 0 ? (
          <ul className="changes">
            {entry.changes.map((change) => (
              <ChangeLine key={change.field} change={change} />
            ))}
          </ul>
        ) : (
          NOTHING
        )}
      </td>
    </tr>
  );
}

function ChangeLine({ change: { field, from, to } }: { change: Change }) {
  return (
    <li>
      {fieldLabel(field)}: <span className="visually-hidden">from </span>
      <bdi>{valueWords(field, from)}</bdi> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> to </span> <bdi>{valueWords(field, to)}</bdi>
    </li>
  );
}
