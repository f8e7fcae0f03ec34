import { OAuth2Client } from 'google-auth-library';
import * as v from 'valibot';
import type { GoogleSettings } from '../../config/google-settings.ts';

/** A push request waits for the certificates when those in memory are too old. */
const TIMEOUT_MS = 3_000;

type Checked = { kind: 'valid' } | { kind: 'forged' | 'unverifiable'; because: string };
/** Takes the header of a push request. The reason quotes no token, unlike the errors of the library. */
export type CheckPushToken = (authorization: string | null) => Promise<Checked>;

/** PEM by the number of the key; the library wants JWK where there is a `window`. */
const certificatesSchema = v.pipe(
  v.record(
    v.string(),
    v.union([v.pipe(v.string(), v.startsWith('-----BEGIN')), v.object({ kty: v.string() })]),
  ),
  v.check((certificates) => Object.keys(certificates).length > 0),
);

/** Signature, issuer and times by the library, with the clock of the machine; the rest here. */
export function createCheckPushToken(settings: GoogleSettings): CheckPushToken {
  const { certificatesUrl, pushAudience, pushEmail } = settings;
  const createClient = () =>
    new OAuth2Client({
      endpoints: {
        oauth2FederatedSignonPemCertsUrl: `${certificatesUrl}/v1/certs`,
        oauth2FederatedSignonJwkCertsUrl: `${certificatesUrl}/v3/certs`,
      },
      transporterOptions: { timeout: TIMEOUT_MS, fetchImplementation: fetch },
    });
  let client = createClient();

  const readCertificates = async () => {
    try {
      const { certs } = await client.getFederatedSignonCerts();
      if (v.is(certificatesSchema, certs)) return certs;
    } catch {
      // Its message quotes the address.
    }
    // A new client has nothing that the last one may have kept.
    client = createClient();
    return null;
  };

  return async (authorization) => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) return forged('the request has no push token');
    const certificates = await readCertificates();
    if (!certificates) return { kind: 'unverifiable', because: 'Google’s certificates couldn’t be read' };
    const payload = await client
      .verifySignedJwtWithCertsAsync(token, certificates, undefined, client.issuers)
      .then((ticket) => ticket.getPayload())
      .catch(() => null);
    if (!payload) return forged('the push token has no valid signature, issuer or time');
    if (payload.aud !== pushAudience) return forged('the push token is for another audience');
    if (payload.email !== pushEmail) return forged('the push token is for another account');
    if (payload.email_verified !== true) return forged('the push token’s account isn’t verified');
    return { kind: 'valid' };
  };
}

function forged(because: string): Checked {
  return { kind: 'forged', because };
}
