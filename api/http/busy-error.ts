/** A part of the server has too much to do. The request may succeed a moment later: 503. */
export class BusyError extends Error {
  override name = 'BusyError';
}
