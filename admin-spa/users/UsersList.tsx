import { useQuery } from '@tanstack/react-query';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useLatestPage } from '../ui/list/use-latest-page.ts';
import { useListState } from '../ui/list/use-list-state.ts';
import { userColumns } from './columns.tsx';
import { usersPageQuery } from './queries.ts';

/** Path `/users`. */
export function UsersList() {
  const list = useListState();
  const query = useQuery(usersPageQuery(list[0]));
  const page = useLatestPage(list, query, (answer) => answer.data);
  return (
    <ListScreen
      title="Users"
      searchLabel="Search by name or email"
      failure="The users could not be loaded."
      list={list}
      query={query}
      page={page}
      hasPageSizes
      columns={userColumns}
      keyOf={({ id }) => id}
      className="records widest"
    />
  );
}
