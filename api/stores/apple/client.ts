import { AppStoreServerAPIClient, Environment } from '@apple/app-store-server-library';
import type { Logger } from 'pino';
import type { AppleSettings } from '../../config/apple-settings.ts';
import type { StoreEnvironment } from '../store.ts';
import { notNow } from './fault.ts';

const TIMEOUT_MS = 10_000;
/** After a 429 that does not say when to come back. */
const DEFAULT_WAIT_MS = 60_000;

type Call = [
  path: string,
  query: URLSearchParams,
  method: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
];

export type ClientServices = {
  settings: AppleSettings;
  clock: () => Date;
  log: Logger | undefined;
};

/** One question to Apple, of one or more calls. Throws AppleFault. */
export class AppleClient extends AppStoreServerAPIClient {
  readonly #services: ClientServices;
  readonly #baseUrl: string;
  readonly #signal: AbortSignal;

  constructor(services: ClientServices, environment: StoreEnvironment, signal: AbortSignal) {
    const { privateKey, keyId, issuerId, bundleId, apiUrl, sandboxApiUrl } = services.settings;
    const isSandbox = environment === 'sandbox';
    super(privateKey, keyId, issuerId, bundleId, isSandbox ? Environment.SANDBOX : Environment.PRODUCTION);
    this.#services = services;
    this.#baseUrl = isSandbox ? sandboxApiUrl : apiUrl;
    this.#signal = signal;
  }

  /** The library's own has no timeout and no settable address. */
  protected override async makeFetchRequest(...call: Call): Promise<never> {
    const response = await this.#fetch(call);
    const { clock, log } = this.#services;
    if (response.status === 429) {
      throw notNow('it asked us to wait', readRetryAfter(response.headers.get('retry-after'), clock()));
    }
    if (response.status === 401) {
      log?.error(
        { platform: 'ios' },
        'the App Store refused our key: check APPLE_ISSUER_ID, APPLE_KEY_ID, APPLE_BUNDLE_ID and the key',
      );
      throw notNow('it refused our key');
    }
    // Typed as node-fetch's. The library uses `ok`, `status` and `json()`.
    return response as never;
  }

  async #fetch([path, query, method, body, headers]: Call): Promise<Response> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const url = `${this.#baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`;
    try {
      const response = await fetch(url, {
        method,
        headers,
        signal,
        ...(body ? { body: body.toString() } : {}),
      });
      // Here, so that a connection that breaks later is found too.
      const text = await response.text();
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
    } catch {
      throw notNow(signal.aborted ? 'it didn’t answer in time' : 'the connection failed');
    }
  }
}

/** Apple sends UNIX milliseconds. Anything else counts as no header. */
function readRetryAfter(header: string | null, now: Date): Date {
  const date = new Date(Number(header));
  return date > now ? date : new Date(now.getTime() + DEFAULT_WAIT_MS);
}
