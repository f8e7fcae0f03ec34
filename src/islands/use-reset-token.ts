import { useEffect, useState } from 'react';

/**
 * The token of the mail's link: undefined until the script has looked, null where there is none. It leaves the
 * address bar at once and stays in the entry's state, so that a reload still works, and no screen, history or
 * referrer shows it.
 */
export function useResetToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const inAddress = new URLSearchParams(location.search).get('token')?.trim();
    if (inAddress) history.replaceState({ token: inAddress }, '', location.pathname);
    const kept: unknown = history.state?.token;
    setToken(typeof kept === 'string' && kept !== '' ? kept : null);
  }, []);
  return token;
}
