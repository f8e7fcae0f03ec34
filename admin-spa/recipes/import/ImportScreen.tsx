import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { recipeFeatures } from '#contract/recipes/read.ts';
import { routes } from '../../routes.ts';
import { QueryStates } from '../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useRecordTitle } from '../../ui/navigation/use-record-title.ts';
import { firstRecipesQuery } from '../list/page-query.ts';
import { Imports } from './Imports.tsx';
import { importListOptions } from './import-address.ts';
import './import.scss';

/** Path `/recipes/import`: files to choose and all imports, or with `id` one import. */
export function ImportScreen() {
  const query = useQuery(firstRecipesQuery);
  const { data, error, errorUpdatedAt } = query;
  useErrorToast(error, errorUpdatedAt);
  const list = useListState(importListOptions);
  const { id } = list[0].filters;
  useRecordTitle(id === undefined ? 'Import recipes' : `Import ${id}`, 'Recipes');
  return (
    <>
      <header className="screen-head">
        <h1>Import recipes</h1>
        {id !== undefined && (
          <p className="whose">
            <Link href={routes.recipeImport}>All imports</Link>
          </p>
        )}
        <BackButton to={routes.recipes} />
      </header>
      <QueryStates query={query} failure="The import couldn’t be loaded." isLoaded={data !== undefined}>
        {data && !data.features.includes(recipeFeatures.import) && (
          <div className="card empty">
            <p>This provider doesn’t offer importing recipes here.</p>
            <Link href={routes.recipes}>Back to the recipes</Link>
          </div>
        )}
        {data?.features.includes(recipeFeatures.import) && <Imports list={list} features={data.features} />}
      </QueryStates>
    </>
  );
}
