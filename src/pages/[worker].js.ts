/** The names that Workbox and Create React App give to a service worker. */
export const getStaticPaths = () => ['sw', 'service-worker'].map((worker) => ({ params: { worker } }));

/**
 * Ends the service worker of an older site on this origin, which would go on answering from its cache: a missing file
 * doesn't end it. The pages that it controls are loaded again, from the network.
 */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(end()));

async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url);
}
`;

export const GET = () => new Response(script, { headers: { 'Content-Type': 'text/javascript' } });
