import { type KeyObject, sign, X509Certificate } from 'node:crypto';

/**
 * Node reads certificates but writes none, so these few lines of DER do: X.690 for the encoding, RFC 5280 for the
 * fields.
 */

type Issued = {
  name: string;
  /** The public one. */
  key: KeyObject;
  issuer: { name: string; privateKey: KeyObject };
  extensions?: readonly Buffer[];
};

let issued = 0;

/** Version 3, valid from 2020 to 2049, signed with SHA-256 by a key of P-256 or of RSA. */
export function createCertificate({ name, key, issuer, extensions = [] }: Issued): X509Certificate {
  issued += 1;
  const algorithm = algorithms[issuer.privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'];
  const content = sequence(
    encode(tags.version, encode(tags.integer, Buffer.of(2))),
    // Begins with 1, because a first bit that is set makes an integer negative.
    encode(tags.integer, Buffer.of(0x01, Math.floor(issued / 256) % 256, issued % 256)),
    algorithm,
    encodeName(issuer.name),
    sequence(encodeText(tags.utcTime, '200101000000Z'), encodeText(tags.utcTime, '491231235959Z')),
    encodeName(name),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [encode(tags.extensions, sequence(...extensions))] : []),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  return new X509Certificate(sequence(content, algorithm, encode(tags.bits, Buffer.of(0), signature)));
}

/** May sign other certificates. */
export function encodeAuthority(): Buffer {
  return encodeExtension('2.5.29.19', sequence(encode(tags.boolean, TRUE)), { isCritical: true });
}

/** Says something by its presence alone, as Apple's markers do. */
export function encodeMarker(id: string): Buffer {
  return encodeExtension(id, encode(tags.nothing));
}

/** Where a client asks whether the certificate was revoked. */
export function encodeOcspAddress(address: string): Buffer {
  const access = sequence(encodeId('1.3.6.1.5.5.7.48.1'), encodeText(tags.address, address));
  return encodeExtension('1.3.6.1.5.5.7.1.1', sequence(access));
}

const TRUE = Buffer.of(0xff);

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  nothing: 0x05,
  id: 0x06,
  text: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  address: 0x86,
  version: 0xa0,
  extensions: 0xa3,
} as const;

const algorithms = {
  ec: sequence(encodeId('1.2.840.10045.4.3.2')),
  rsa: sequence(encodeId('1.2.840.113549.1.1.11'), encode(tags.nothing)),
};

function encodeExtension(id: string, value: Buffer, { isCritical = false } = {}): Buffer {
  const critical = isCritical ? [encode(tags.boolean, TRUE)] : [];
  return sequence(encodeId(id), ...critical, encode(tags.bytes, value));
}

function encodeName(name: string): Buffer {
  return sequence(encode(tags.set, sequence(encodeId('2.5.4.3'), encodeText(tags.text, name))));
}

function encodeText(tag: number, text: string): Buffer {
  return encode(tag, Buffer.from(text));
}

/**
 * The first two numbers share a byte; each other one has seven bits in a byte, and all but its last byte the eighth.
 */
function encodeId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  const bytes = rest.flatMap((number) => {
    const digits = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128)) {
      digits.unshift((left % 128) + 128);
    }
    return digits;
  });
  return encode(tags.id, Buffer.of(first * 40 + second, ...bytes));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return encode(tags.sequence, ...parts);
}

/** Tag, length, content. A length of 128 or more is written as how many bytes it has, and then these. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const sized = [Math.floor(length / 256), length % 256].slice(length < 256 ? 1 : 0);
  const size = length < 128 ? [length] : [128 + sized.length, ...sized];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
