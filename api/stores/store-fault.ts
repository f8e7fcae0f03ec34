/** What a store did instead of answering. Its message continues "… could not be asked: ", and quotes no token. */
export class StoreFault extends Error {
  override name = 'StoreFault';
}
