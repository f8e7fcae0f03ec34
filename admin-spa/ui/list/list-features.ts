import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Answer = { readonly features: readonly string[] };

/** Only a list names its features: a first visit to a filtered list asks for the `first` plain one before. */
export async function listFeatures(
  client: QueryClient,
  listsKey: QueryKey,
  first: () => Promise<Answer>,
): Promise<readonly string[]> {
  const lists = client.getQueriesData<Answer>({ queryKey: listsKey });
  const known = lists.find(([, answer]) => answer !== undefined)?.[1];
  return (known ?? (await first())).features;
}
