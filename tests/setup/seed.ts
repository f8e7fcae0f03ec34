import fc from 'fast-check';

/**
 * Where random values start: at the same number in every `npm test`, which must not fail by luck. `npm run test:repeat`
 * takes another number for each of its runs, and `TEST_SEED=7` any.
 */
export const seed = Number(process.env.TEST_SEED ?? 1);

fc.configureGlobal({ seed });
