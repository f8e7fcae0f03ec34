import { renderEnvExample } from '../config/env-example.ts';

/** `npm run env:example`: writes deploy/.env.example. */

process.stdout.write(renderEnvExample());
