import { expect, test } from 'vitest';
import { looksLikeEmail } from './email-address.ts';

test.each(['a@b', 'name@example.com', '"a@b"@example.com', 'ü@例え.jp'])(
  '%s may be an email address',
  (text) => {
    expect(looksLikeEmail(text)).toBe(true);
  },
);

test.each(['', 'name', '@', 'name@', '@example.com', ' @example.com', 'name@ '])(
  '%j is no email address',
  (text) => {
    expect(looksLikeEmail(text)).toBe(false);
  },
);
