import { isIP } from 'node:net';
import { product } from '#brand/product.ts';
import { type PasskeyRequest, passkeyTransports } from '#contract/authentication.ts';
import type { Assertion, PasskeyCreation, Registration } from '#contract/second-factor.ts';
import type { Db } from '../db/schema.ts';
import type { PasskeyChallengesTable } from '../db/second-factor-tables.ts';
import { Problem } from '../http/problem.ts';

/** More than a third of the modules of a command and a server, which need it for the first passkey only. */
const webAuthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053 and 8812), which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

const PASSKEY_CHALLENGE_MS = 5 * 60_000;

/** Passkeys belong to `rpId`, and the sites of `origins` may use them (WebAuthn, 5.1.3). */
export type PasskeySite = { rpId: string; origins: string[] };

/**
 * The domain of the console. null where browsers have no passkeys: at an IP address, and without HTTPS but on localhost.
 * Other sites that call the API may use them below the same domain.
 */
export function findPasskeySite(siteUrl: string, allowedOrigins: readonly string[]): PasskeySite | null {
  const { hostname, protocol } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null;
  const isBelow = (origin: string) => `.${new URL(origin).hostname}`.endsWith(`.${hostname}`);
  return {
    rpId: hostname,
    origins: [siteUrl, ...allowedOrigins].filter(isBelow).map((url) => new URL(url).origin),
  };
}

/** Browsers may name others. */
const listTransports = (names: readonly string[]) =>
  passkeyTransports.filter((transport) => names.includes(transport));

async function listCredentials(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['credential_id', 'transports'])
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports: listTransports(transports),
  }));
}

/** What a passkey of the user is asked to sign; null without one. */
export async function requestPasskey(
  db: Db,
  userId: number,
  site: PasskeySite | null,
): Promise<PasskeyRequest | null> {
  if (!site) return null;
  const allowCredentials = await listCredentials(db, userId);
  if (allowCredentials.length === 0) return null;
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: site.rpId });
  const common = { timeout: PASSKEY_CHALLENGE_MS, userVerification: 'preferred' } as const;
  return { challenge, rpId: site.rpId, ...common, allowCredentials };
}

/** What a browser makes a passkey with. */
export async function describeNewPasskey(
  db: Db,
  user: { id: number; email: string },
  { rpId }: PasskeySite,
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await webAuthn();
  const {
    rp,
    user: account,
    challenge,
    pubKeyCredParams,
  } = await generateRegistrationOptions({
    rpName: product.name,
    rpID: rpId,
    userName: user.email,
    userDisplayName: user.email,
    supportedAlgorithmIDs: ALGORITHMS,
    userID: new TextEncoder().encode(String(user.id)),
  });
  return {
    rp: { name: rp.name, id: rpId },
    user: account,
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: await listCredentials(db, user.id),
    authenticatorSelection: {
      residentKey: 'discouraged',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
  };
}

type SessionChallenge = Pick<PasskeyChallengesTable, 'session_id' | 'purpose'>;

/** Replaces an older one of the session. */
export async function storePasskeyChallenge(
  db: Db,
  { challenge, ...key }: SessionChallenge & { challenge: string },
  now: Date,
): Promise<void> {
  const stored = { challenge, expires_at: new Date(now.getTime() + PASSKEY_CHALLENGE_MS) };
  await db
    .insertInto('passkey_challenges')
    .values({ ...key, ...stored })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(stored))
    .execute();
}

/** One of any number of parallel attempts gets it; null without one that is valid. */
export async function consumePasskeyChallenge(
  db: Db,
  { session_id, purpose }: SessionChallenge,
  now: Date,
): Promise<string | null> {
  const found = await db
    .deleteFrom('passkey_challenges')
    .where('session_id', '=', session_id)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return found && found.expires_at > now ? found.challenge : null;
}

/** Stores a passkey. Throws 422 if it wasn't made for this challenge and site, 409 if it is known. */
export async function storePasskey(
  transaction: Db,
  {
    userId,
    name,
    credential,
    challenge,
    site,
  }: { userId: number; name: string; credential: Registration; challenge: string | null; site: PasskeySite },
  now: Date,
): Promise<void> {
  const invalid = new Problem(422, 'This passkey can’t be verified. Please start again.');
  if (challenge === null) throw invalid;
  const { transports } = credential.response;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...credential.response, transports: listTransports(transports) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
    // The library throws for whatever is wrong with what the browser has sent.
  }).catch(() => null);
  if (!verified?.verified) throw invalid;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const added = await transaction
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: listTransports(transports),
      name,
      added_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) throw new Problem(409, 'This passkey was added before.');
}

/** Whether a passkey of the user has signed this challenge for this site. */
export async function verifyPasskey(
  db: Db,
  {
    userId,
    assertion,
    challenge,
    site,
  }: { userId: number; assertion: Assertion; challenge: string; site: PasskeySite },
  now: Date,
): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .where('credential_id', '=', assertion.id)
    .selectAll()
    .executeTakeFirst();
  if (!passkey) return false;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: false,
    // The library throws for whatever is wrong with what the browser has sent.
  }).catch(() => null);
  if (!verified?.verified) return false;
  const { newCounter } = verified.authenticationInfo;
  const used = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now })
    .where('id', '=', passkey.id)
    // A parallel use has counted further.
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
