import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { Problem } from '../http/problem.ts';

/** 401 for another key than `APP_BACKEND_KEY`; 404 if there is none, because then these calls do not exist. */
export function requireAppKey(key: string | null) {
  const wanted = key === null ? null : digest(key);
  return createMiddleware(async (context, next) => {
    if (!wanted) throw new Problem(404, 'There’s nothing at this address.');
    const given = context.req.header('authorization')?.match(/^Bearer (\S{1,500})$/i)?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      throw new Problem(401, 'The app backend’s key is missing or incorrect.', {
        'www-authenticate': 'Bearer',
      });
    }
    await next();
  });
}

/** Both have the same length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
