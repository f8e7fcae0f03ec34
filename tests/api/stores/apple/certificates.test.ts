import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRootCertificates } from '#api/purchases/apple/verifier.ts';

test("the root certificate is Apple's G3, and valid for longer than a year", () => {
  const certificates = readRootCertificates().map((der) => new X509Certificate(der));
  expect(certificates.map(({ fingerprint256 }) => fingerprint256)).toEqual([
    '63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79',
  ]);
  for (const certificate of certificates) {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000);
  }
});
