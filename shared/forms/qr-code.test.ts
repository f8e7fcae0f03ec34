import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

test('a code has its quiet zone and three finder patterns, and encodes its text', () => {
  const { size, path } = qrCode('https://apps.apple.com/app/id1234567890');
  const dark = (x: number, y: number) => path.includes(`M${x} ${y}h1v1h-1z`);
  const edge = size - 5;
  for (const [x, y] of [
    [4, 4],
    [edge - 6, 4],
    [4, edge - 6],
  ] as const) {
    expect([dark(x, y), dark(x + 6, y + 6), dark(x + 1, y + 1), dark(x + 3, y + 3)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  }
  for (let at = 0; at < size; at += 1)
    expect([dark(at, 0), dark(3, at), dark(at, size - 1)]).toEqual([false, false, false]);
  expect(qrCode('https://play.google.com/store/apps/details?id=a.b').path).not.toBe(path);
});
