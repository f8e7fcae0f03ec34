const loading = new Map<string, Promise<void>>();

/** Once per page. A failed one can be tried again. */
export function loadStylesheet(href: string): Promise<void> {
  const started = loading.get(href) ?? addLink(href);
  loading.set(href, started);
  return started;
}

function addLink(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading.delete(href);
      reject(new Error(`The stylesheet ${href} could not be loaded.`));
    };
    document.head.append(link);
  });
}
