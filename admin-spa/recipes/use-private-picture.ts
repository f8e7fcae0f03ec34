import { useEffect, useState } from 'react';
import { readPicture } from '#client/read-picture.ts';

/** Loads a picture with the token. Null until it is there, and without an address. */
export function usePrivatePicture(url: string | null): string | null {
  const [loaded, setLoaded] = useState<{ url: string; data: string } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const controller = new AbortController();
    readPicture(url, controller.signal).then(
      (data) => setLoaded({ url, data }),
      // The placeholder stays.
      () => undefined,
    );
    return () => controller.abort();
  }, [url]);
  return loaded && loaded.url === url ? loaded.data : null;
}
