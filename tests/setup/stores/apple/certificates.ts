import { generateKeyPairSync, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { createCertificate, encodeAuthority, encodeMarker, encodeOcspAddress } from '../certificates.ts';

/** What a certificate of Apple's leaf and of its intermediate must have. */
const LEAF_MARKER = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE_MARKER = '1.2.840.113635.100.6.2.1';

type Issued = { name: string; privateKey: KeyObject; certificate: X509Certificate };

export type Chain = {
  /** DER, for `rootCertificates`. */
  root: Buffer;
  /** A JWS as Apple signs it: ES256 with the chain in its header. */
  sign: (payload: object) => string;
};

type Options = {
  leafMarker?: string;
  /** Where online checks ask. */
  ocspUrl?: string;
};

/** Signed like Apple's: the unmodified verifier accepts it with this root. */
export function createChain({ leafMarker = LEAF_MARKER, ocspUrl }: Options = {}): Chain {
  const access = ocspUrl ? [encodeOcspAddress(ocspUrl)] : [];
  const root = issue('Test Root CA', null, [encodeAuthority()]);
  const intermediate = issue('Test Intermediate', root, [
    encodeAuthority(),
    encodeMarker(INTERMEDIATE_MARKER),
    ...access,
  ]);
  const leaf = issue('Test Signing', intermediate, [encodeMarker(leafMarker), ...access]);
  const x5c = [leaf, intermediate, root].map(({ certificate }) => certificate.raw.toString('base64'));
  return {
    root: root.certificate.raw,
    sign: (payload) => {
      const text = [{ alg: 'ES256', x5c }, payload].map(encode).join('.');
      const key = { key: leaf.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      const signature = sign('sha256', Buffer.from(text), key);
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

/** As Apple's test tools do: without a signature. */
export function encodeUnsigned(payload: object): string {
  return `${encode({ alg: 'none' })}.${encode(payload)}.`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Makes a certificate and a new key for it. */
function issue(name: string, issuer: Issued | null, extensions: readonly Buffer[]): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate({
    name,
    key: publicKey,
    issuer: issuer ?? { name, privateKey },
    extensions,
  });
  return { name, privateKey, certificate };
}
