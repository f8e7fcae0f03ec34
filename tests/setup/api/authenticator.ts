import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyRequest } from '#contract/authentication.ts';
import type { Assertion, PasskeyCreation, Registration } from '#contract/second-factor.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A passkey of ES256 in memory, as a browser at `origin` would use it (WebAuthn, 6.1 and 6.3). */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  function describeAuthenticator(rpId: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(counter);
    return Buffer.concat([hashOf(rpId), Buffer.from([flags]), count]);
  }

  function describeClient(type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  return {
    id,
    register({ challenge, rp }: Pick<PasskeyCreation, 'challenge' | 'rp'>): Registration {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        describeAuthenticator(rp.id, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        credentialId,
        encodePublicKey(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: describeClient('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal', 'something-new'],
        },
      };
    },
    sign({ challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>): Assertion {
      const authenticatorData = describeAuthenticator(rpId, USER_PRESENT | USER_VERIFIED);
      const client = describeClient('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, hashOf(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

/** COSE (RFC 9053, 7.1.1). */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const entries = new Map<number, unknown>([
    [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
    [cose.COSEKEYS.alg, cose.COSEALG.ES256],
    [cose.COSEKEYS.crv, cose.COSECRV.P256],
    [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
    [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(entries as never));
}
