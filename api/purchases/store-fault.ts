/** What a store did instead of answering. Its message continues "… couldn’t be checked: ", and quotes no token. */
export class StoreFault extends Error {
  override name = 'StoreFault';
}
