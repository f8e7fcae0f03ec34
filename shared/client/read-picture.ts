import { addressOf } from './address.ts';
import { sendWithRefresh } from './authorised-fetch.ts';
import { linkedController } from './linked-controller.ts';

const TIMEOUT_MS = 30_000;

/** A picture of the provider that needs the token, as a data address, which the security policy allows. */
export async function readPicture(url: string, aborted: AbortSignal): Promise<string> {
  const base = addressOf('/').href;
  const address = new URL(url, base).href;
  // The token is sent to the provider only.
  if (!address.startsWith(base)) throw new Error('This picture isn’t the provider’s.');
  const controller = linkedController(aborted);
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
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
    return await toDataAddress(await response.blob());
  } finally {
    clearTimeout(timer);
  }
}

function toDataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
