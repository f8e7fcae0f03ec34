import { useRouter } from 'wouter';

/** Not decoded. wouter decodes the URL once and URLSearchParams again: "%41" would become "A". */
export function useAddress(): { path: string; search: string } {
  const router = useRouter();
  const [path] = router.hook(router);
  return { path, search: router.searchHook(router) };
}
