/** A controller that also aborts when `signal` does, with its reason. `AbortSignal.any` needs Safari 17.4. */
export function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  return controller;
}
