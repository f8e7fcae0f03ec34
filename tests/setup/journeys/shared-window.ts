/**
 * The test files of a worker share a window and the packages in it, because loading them takes longer than most files do.
 * Call it before a file loads the console, and the function that it returns at the end of the file: that one takes away
 * what the file has left.
 */
export function shareWindow(): () => void {
  const removeListeners = [window, document].map(rememberListeners);
  const ownKeys = new Set(Reflect.ownKeys(document));
  return () => {
    for (const remove of removeListeners) remove();
    // Some packages mark a document that has their listeners.
    for (const key of Reflect.ownKeys(document)) if (!ownKeys.has(key)) Reflect.deleteProperty(document, key);
    for (const part of [document.head, document.body]) part.replaceChildren();
    for (const { name } of [...document.documentElement.attributes])
      document.documentElement.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  };
}

function rememberListeners(target: Window | Document): () => void {
  const { addEventListener } = target;
  const added: Parameters<typeof addEventListener>[] = [];
  target.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    added.push(listener);
    addEventListener.apply(target, listener);
  };
  return () => {
    target.addEventListener = addEventListener;
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options);
  };
}
