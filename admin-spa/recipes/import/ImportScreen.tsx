import { Link } from 'wouter';
import { routes } from '../../routes.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useRecordTitle } from '../../ui/navigation/document-title.ts';
import { Imports } from './Imports.tsx';
import { importListOptions } from './import-address.ts';
import './import.scss';

/** Path `/recipes/import`: files to choose and all imports, or with `id` one import. */
export function ImportScreen() {
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
      <Imports list={list} />
    </>
  );
}
