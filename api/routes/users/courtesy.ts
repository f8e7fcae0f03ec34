import { Hono } from 'hono';
import {
  grantCourtesy as grantCall,
  readCourtesy as readCall,
  revokeCourtesy as revokeCall,
} from '#contract/users/courtesy.ts';
import { grantCourtesy, readCourtesy, revokeCourtesy } from '../../accounts/courtesy.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve-endpoint.ts';

/** Access by courtesy of one user. 404 without a backend that would ask about it. */
export function courtesyRoutes({ db, clock, appBackendKey }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const requireBackend = () => {
    if (appBackendKey === null) throw new Problem(404, 'No app backend checks access on this server.');
  };

  serve(app, readCall, async ({ parameters: { userId } }) => {
    requireBackend();
    return { data: await readCourtesy(db, userId, clock()) };
  });

  serve(app, grantCall, async ({ parameters: { userId }, body, context }) => {
    requireBackend();
    await grantCourtesy(db, { userId, ...body, actor: getActor(context) }, clock());
    return { data: await readCourtesy(db, userId, clock()), message: 'Access granted' };
  });

  serve(app, revokeCall, async ({ parameters: { userId }, context }) => {
    requireBackend();
    await revokeCourtesy(db, { userId, actor: getActor(context) }, clock());
    return { data: null, message: 'Access revoked' };
  });

  return app;
}
