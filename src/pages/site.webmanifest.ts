import { product } from '#brand/product.ts';
import { light } from '#brand/tokens.ts';

const manifest = {
  id: '/',
  name: product.name,
  short_name: product.name,
  description: product.tagline,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: light.paper,
  theme_color: light.paper,
  categories: ['food', 'health', 'lifestyle'],
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
};

export const GET = () =>
  new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
