import { useRouter } from 'wouter';

/**
 * The address as it stands in the URL. wouter's `useLocation`, `useParams` and `useSearch` decode it once, and then
 * `recordIdIn` and URLSearchParams again: a search for "%41" would become "A".
 */
export function useAddress(): { path: string; search: string } {
  const router = useRouter();
  const [path] = router.hook(router);
  return { path, search: router.searchHook(router) };
}
