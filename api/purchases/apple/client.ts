import { AppStoreServerAPIClient, Environment } from '@apple/app-store-server-library';
import type { Logger } from 'pino';
import type { AppleSettings } from '../../config/apple-settings.ts';
import type { StoreEnvironment } from '../store.ts';
import { type AppleFault, notNow } from './fault.ts';

const TIMEOUT_MS = 10_000;
/** We wait this long after a 429 that does not say when to come back. */
const DEFAULT_WAIT_MS = 60_000;
/** A call without effect: no transaction has this id. Apple looks at the key first. */
const KEY_PROBE = '/inApps/v1/transactions/0';

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
  readonly #environment: StoreEnvironment;
  readonly #signal: AbortSignal;

  constructor(services: ClientServices, environment: StoreEnvironment, signal: AbortSignal) {
    const { privateKey, keyId, issuerId, bundleId } = services.settings;
    const isSandbox = environment === 'sandbox';
    super(privateKey, keyId, issuerId, bundleId, isSandbox ? Environment.SANDBOX : Environment.PRODUCTION);
    this.#services = services;
    this.#environment = environment;
    this.#signal = signal;
  }

  /** The library's own has no timeout and no settable address. */
  protected override async makeFetchRequest(...call: Call): Promise<never> {
    const response = await this.#fetch(this.#environment, call);
    if (response.status === 429) {
      const until = readRetryAfter(response.headers.get('retry-after'), this.#services.clock());
      // With a time the whole store waits, and the limits of the sandbox must not hold back production.
      throw notNow('it asked us to wait', this.#environment === 'sandbox' ? null : until);
    }
    if (response.status === 401) throw await this.#toRefusal(call[4]);
    // Typed as node-fetch's. The library uses `ok`, `status` and `json()`.
    return response as never;
  }

  /**
   * Until the first release of the app Apple's production answers 401 to a good key. So the key is blamed only if the
   * other environment refuses it too, or is not accepted by the settings.
   */
  async #toRefusal(headers: Call[4]): Promise<AppleFault> {
    const { log, settings } = this.#services;
    const environment = this.#environment;
    const other = environment === 'sandbox' ? 'production' : 'sandbox';
    const status = settings.acceptsSandbox ? await this.#readProbe(other, headers) : 401;
    if (status === 401) {
      log?.error(
        { platform: 'ios' },
        'the App Store refused our key: check APPLE_ISSUER_ID, APPLE_KEY_ID, APPLE_BUNDLE_ID and the key',
      );
      return notNow('it refused our key');
    }
    const isAccepted = status !== null && status < 500 && status !== 429;
    log?.warn(
      { platform: 'ios', environment },
      `the App Store answered 401 in this environment, and the other one ${isAccepted ? 'accepts our key' : 'could not be asked'}`,
    );
    const isUnreleased = environment === 'production' && isAccepted;
    return notNow(`it answered 401${isUnreleased ? ', as it does until the first release of the app' : ''}`);
  }

  /** The status of an answer to our key; null without an answer. */
  async #readProbe(environment: StoreEnvironment, headers: Call[4]): Promise<number | null> {
    try {
      const call: Call = [KEY_PROBE, new URLSearchParams(), 'GET', undefined, headers];
      return (await this.#fetch(environment, call)).status;
    } catch {
      return null;
    }
  }

  async #fetch(environment: StoreEnvironment, [path, query, method, body, headers]: Call): Promise<Response> {
    const { apiUrl, sandboxApiUrl } = this.#services.settings;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const baseUrl = environment === 'sandbox' ? sandboxApiUrl : apiUrl;
    const url = `${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`;
    try {
      const response = await fetch(url, {
        method,
        headers,
        signal,
        ...(body ? { body: body.toString() } : {}),
      });
      // The body is read here, so that a connection that breaks later is found too.
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
