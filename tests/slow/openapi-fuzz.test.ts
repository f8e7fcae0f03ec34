import { fuzzEveryOperation } from '#tests/setup/openapi/fuzz.ts';

await fuzzEveryOperation({ runs: 2_000 });
