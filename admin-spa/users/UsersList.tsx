import { useQuery } from '@tanstack/react-query';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useListState } from '../ui/list/use-list-state.ts';
import { useShownPage } from '../ui/list/use-shown-page.ts';
import { usersPage } from './queries.ts';
import { UsersTable } from './UsersTable.tsx';

/** /users: search, page through and open every user. */
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
    >
      <UsersTable rows={page?.rows ?? null} state={page?.state ?? list[0]} />
    </ListScreen>
  );
}
