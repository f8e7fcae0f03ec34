import { expect, test } from 'vitest';
import { renderBanner } from '#api/startup/banner.ts';
import { product } from '#brand/product.ts';

const address = 'http://127.0.0.1:4321';
const administrator = { email: 'admin@mealwright.example', password: 'only-once' };

test('the banner names site, console and outbox, and the new password', () => {
  const lines = renderBanner({
    address,
    outbox: '/home/ann/.data/outbox',
    administrator,
    placeholders: [],
  }).split('\n');
  expect(lines.map((line) => line.trim()).filter(Boolean)).toEqual([
    `${product.name} is ready: http://127.0.0.1:4321`,
    'Console:       http://127.0.0.1:4321/login',
    'Mail outbox:   file:///home/ann/.data/outbox',
    'Administrator: admin@mealwright.example',
    'Password:      only-once   (shown only once)',
    'Press Ctrl-C to stop.',
  ]);
});

test('mails that are sent have no outbox', () => {
  expect(renderBanner({ address, outbox: null, administrator, placeholders: [] })).not.toContain('outbox');
});

test('what the owner has not set yet is one line', () => {
  const placeholders = ['legal name', 'App Store ID'];
  const lines = renderBanner({ address, outbox: null, administrator, placeholders }).split('\n');
  expect(lines.map((line) => line.trim()).filter((line) => line.includes('laceholder'))).toEqual([
    'Placeholders are left: legal name, App Store ID (docs/brand.md).',
  ]);
});
