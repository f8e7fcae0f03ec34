import { sprite } from '#site/components/drawings/drawings.ts';

export const GET = () => new Response(sprite(), { headers: { 'Content-Type': 'image/svg+xml' } });
