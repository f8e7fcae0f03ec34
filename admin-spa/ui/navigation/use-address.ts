import { useRouter } from 'wouter';

/**
 * The address as it stands in the browser. wouter's own hooks decode it once, and reading a parameter decodes it again:
 * a search for "%41" would become one for "A".
 */
export function useAddress(): { path: string; search: string } {
  const router = useRouter();
  const [path] = router.hook(router);
  return { path, search: router.searchHook(router) };
}
