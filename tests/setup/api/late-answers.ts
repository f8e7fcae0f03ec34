import { setTimeout } from 'node:timers/promises';

type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

/** `npm run test:repeat` sets it, in milliseconds: screens get each answer up to this much late, and so in any order. */
const latest = Number(process.env.TEST_LATE_MS ?? 0);
let isLate = false;

/** From now on the servers of this worker answer late. */
export function allowLateAnswers(): void {
  isLate = latest > 0;
}

export function withLateAnswers(fetch: FetchHandler): FetchHandler {
  return async (request, env) => {
    const response = await fetch(request, env);
    if (isLate && new URL(request.url).pathname.includes('/v1/')) await setTimeout(Math.random() * latest);
    return response;
  };
}
