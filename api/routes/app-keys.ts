import { Hono } from 'hono';
import {
  listAppKeys as listCall,
  makeAppKey as makeCall,
  revokeAppKey as revokeCall,
  rollAppKey as rollCall,
} from '#contract/app/keys.ts';
import { listAppKeys, makeAppKey, revokeAppKey, rollAppKey } from '../auth/app-keys.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';

/** GET and POST /admin/app-keys, and how a key is rolled and revoked. */
export function appKeyRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listCall, async () => {
    const rows = await listAppKeys(db, clock());
    const keys = rows.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      requestsPerMinute: row.requests_per_minute,
      madeAt: row.made_at.toISOString(),
      madeBy: row.by,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresOn: row.expires_on,
      state: row.state,
      olderSecretEndsAt: row.older_secret_ends_at?.toISOString() ?? null,
    }));
    return { data: keys };
  });

  serve(app, makeCall, async ({ body, context }) => {
    const made = await makeAppKey(db, { ...body, actor: getActor(context) }, clock());
    return { data: made, message: 'Key created' };
  });

  serve(app, rollCall, async ({ parameters: { id }, context }) => {
    const rolled = await rollAppKey(db, { id, actor: getActor(context) }, clock());
    return { data: rolled, message: 'Key rolled' };
  });

  serve(app, revokeCall, async ({ parameters: { id }, context }) => {
    await revokeAppKey(db, { id, actor: getActor(context) }, clock());
    return { message: 'Key revoked' };
  });

  return app;
}
