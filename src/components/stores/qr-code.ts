import { encode } from 'uqr';

/** A QR code as one path on a square canvas of `size` modules, its quiet zone of four modules included. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
