import { useEffect, useState } from 'react';

/**
 * Undefined before hydration, null without a token. The token moves from the address to the history state: a reload
 * works, and no screen, history or referrer shows it.
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
