import { addressOf } from './address.ts';
import { sendWithRefresh } from './authorised-fetch.ts';

const TIMEOUT_MS = 30_000;

/** A picture of the provider that needs the token, as a data address, which the security policy allows. */
export async function readPicture(url: string, aborted: AbortSignal): Promise<string> {
  const base = addressOf('/').href;
  const address = new URL(url, base).href;
  // The token is sent to the provider only.
  if (!address.startsWith(base)) throw new Error('This picture isn’t the provider’s.');
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await sendWithRefresh(
    (headers) =>
      fetch(address, {
        // A public answer from before the deletion lacks what another origin needs.
        cache: 'no-store',
        headers,
        signal,
      }),
    signal,
  );
  if (!response.ok) throw new Error(`The picture was refused (${response.status}).`);
  return toDataAddress(await response.blob());
}

function toDataAddress(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
  return promise;
}
