import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { FailedPanel, Loading, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import type { ListState } from '../../ui/list/list-state.ts';
import type { ChangeList } from '../../ui/list/use-list-state.ts';
import { recipesKey } from '../queries.ts';
import { ChooseFiles } from './choose/ChooseFiles.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { readImportId } from './import-address.ts';
import { importQuery, importsQuery } from './queries.ts';
import { OneImport } from './state/OneImport.tsx';
import { useFocusAfterRemoval } from './state/use-focus-after-removal.ts';

type Props = { list: [ListState, ChangeList] };

/** The first file gives the import its address. The form stays as it is then. */
export function Imports({ list }: Props) {
  const { id } = list[0].filters;
  const importId = id === undefined ? null : readImportId(id);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(importQuery(importId));
  const record = data?.data ?? null;
  const isMissing = (id !== undefined && importId === null) || isNotFound(error);
  const isFailed = error !== null && !isMissing;
  // Once: the panel stays while it is asked for again.
  useErrorToast(record === null && !isMissing ? error : null, errorUpdatedAt);
  useRefreshAfterWork(record?.state);
  useFocusAfterRemoval(`${id} ${record?.state} ${isMissing}`);

  if (isMissing) {
    return (
      <div className="card empty">
        <p>Import not found - It was discarded, or its 30 days are over</p>
        <Link href={routes.recipeImport}>Import recipes</Link>
      </div>
    );
  }
  return (
    <div className="stack imports">
      {isFailed && (
        <FailedPanel message="The import couldn’t be loaded." retry={refetch} isBusy={isFetching} />
      )}
      {id !== undefined && record === null && !error && <Loading />}
      {(id === undefined || record?.state === 'uploading') && <ChooseFiles record={record} />}
      {id === undefined && <EarlierImports />}
      {record && record.state !== 'uploading' && <OneImport key={record.id} record={record} list={list} />}
    </div>
  );
}

/** The recipes and the list of imports have changed when the server has finished. */
function useRefreshAfterWork(state: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    const hadWork = before.current === 'importing' || before.current === 'undoing';
    before.current = state;
    if (!hadWork || state === undefined || state === 'importing' || state === 'undoing') return;
    void client.invalidateQueries({ queryKey: recipesKey });
    void client.invalidateQueries({ queryKey: importsQuery.queryKey });
  }, [client, state]);
}
