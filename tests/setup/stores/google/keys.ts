import { generateKeyPairSync, sign } from 'node:crypto';
import { createCertificate } from '../certificates.ts';

export type PushKey = {
  id: string;
  /** X.509, as Google publishes its keys. */
  certificate: string;
  /** The same key as a JWK. */
  jwk: object;
  /** A JWT as Google signs it: RS256. */
  sign: (claims: object, header?: object) => string;
};

/** A key that signs push tokens. */
export function createPushKey(id: string): PushKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = 'federated-signon.test';
  const certificate = createCertificate({ name, key: publicKey, issuer: { name, privateKey } });
  return {
    id,
    certificate: certificate.toString(),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' },
    sign: (claims, header = {}) => {
      const text = [{ alg: 'RS256', kid: id, typ: 'JWT', ...header }, claims].map(encode).join('.');
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

/** Writes a token with a signature that is none. */
export function encodeUnsigned(header: object, claims: object, signature = ''): string {
  return `${encode(header)}.${encode(claims)}.${signature}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
