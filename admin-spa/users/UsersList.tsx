import { useQuery } from '@tanstack/react-query';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useListState } from '../ui/list/use-list-state.ts';
import { useShownPage } from '../ui/list/use-shown-page.ts';
import { userColumns } from './columns.tsx';
import { usersPage } from './queries.ts';

/** Path `/users`. */
export function UsersList() {
  const list = useListState();
  const query = useQuery(usersPage(list[0]));
  const page = useShownPage(list, query, (answer) => answer.data);
  return (
    <ListScreen
      title="Users"
      searchLabel="Search by name or email"
      failure="The users could not be loaded."
      list={list}
      query={query}
      page={page}
      sizes
      columns={userColumns}
      keyOf={({ id }) => id}
      className="records widest"
    />
  );
}
