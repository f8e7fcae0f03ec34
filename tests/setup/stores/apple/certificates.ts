import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { KEYUTIL, KJUR } from 'jsrsasign';

/** What a certificate of Apple's leaf and of its intermediate must have. */
const LEAF_MARKER = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE_MARKER = '1.2.840.113635.100.6.2.1';

type Extension = { extname: string; [parameter: string]: unknown };
type Certificate = { name: string; key: KeyObject; certificate: KJUR.asn1.x509.Certificate };

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
  const ca: Extension = { extname: 'basicConstraints', critical: true, cA: true };
  const access = ocspUrl ? [{ extname: 'authorityInfoAccess', array: [{ ocsp: ocspUrl }] }] : [];
  const root = issue('Test Root CA', null, [ca]);
  const intermediate = issue('Test Intermediate', root, [ca, mark(INTERMEDIATE_MARKER), ...access]);
  const leaf = issue('Test Signing', intermediate, [mark(leafMarker), ...access]);
  const x5c = [leaf, intermediate, root].map(({ certificate }) => toDer(certificate).toString('base64'));
  return {
    root: toDer(root.certificate),
    sign: (payload) => {
      const text = [{ alg: 'ES256', x5c }, payload].map(encode).join('.');
      const signature = sign('sha256', Buffer.from(text), { key: leaf.key, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

/** As Apple's test tools do: without a signature. */
export function encodeUnsigned(payload: object): string {
  return `${encode({ alg: 'none' })}.${encode(payload)}.`;
}

function mark(extname: string): Extension {
  return { extname, extn: '0500' };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

let issued = 0;

function issue(name: string, issuer: Certificate | null, ext: Extension[]): Certificate {
  issued += 1;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = new KJUR.asn1.x509.Certificate({
    version: 3,
    serial: { int: issued },
    issuer: { str: `/CN=${issuer?.name ?? name}` },
    subject: { str: `/CN=${name}` },
    notbefore: '200101000000Z',
    notafter: '491231235959Z',
    sbjpubkey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ext,
    sigalg: 'SHA256withECDSA',
    cakey: KEYUTIL.getKey((issuer?.key ?? privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()),
  });
  return { name, key: privateKey, certificate };
}

function toDer(certificate: KJUR.asn1.x509.Certificate): Buffer {
  return Buffer.from(certificate.getEncodedHex(), 'hex');
}
