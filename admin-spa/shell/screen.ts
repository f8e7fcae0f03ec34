import type { ComponentType } from 'react';
import type { Pattern } from '../routes.ts';

/** A screen of the console. `<name>.screen.ts` exports one as `screen`, beside the component. */
export type Screen = {
  pattern: Pattern;
  title: string;
  load: () => Promise<ComponentType>;
  /**
   * Requests the data of the screen at this address, and resolves with the answers in the cache, also failed ones.
   * Without it the queries come with the code, so that the start of the console stays small.
   */
  prefetch?: (path: string, search: string) => Promise<unknown>;
};
