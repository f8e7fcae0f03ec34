import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import ky from 'ky';
import { createRoot } from 'react-dom/client';
import { useToaster } from 'react-hot-toast/headless';
import { looseObject, number, parse } from 'valibot';
import { Route, Switch } from 'wouter';
import { create } from 'zustand';

/** Runs in the browser: a table with one row by the libraries of the console, without code or data of ours. */

const useSession = create(() => ({ id: 0 }));
const client = ky.create({ timeout: 30_000 });
const readRow = async () => parse(looseObject({ id: number() }), await client.get('/').json());

function Rows() {
  useToaster();
  useMutation({ mutationFn: readRow });
  useQuery({ queryKey: ['row'], queryFn: readRow, enabled: false });
  const id = useSession((session) => session.id);
  return (
    <table>
      <tbody>
        <tr>
          <td>{id}</td>
        </tr>
      </tbody>
    </table>
  );
}

const container = document.querySelector('div');
if (container) {
  createRoot(container).render(
    <QueryClientProvider client={new QueryClient()}>
      <Switch>
        <Route>
          <Rows />
        </Route>
      </Switch>
    </QueryClientProvider>,
  );
}
