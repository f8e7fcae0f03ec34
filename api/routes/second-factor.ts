import { type Context, Hono } from 'hono';
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  readSecurity,
  readStepUpOptions,
  removePasskey,
  removeTotp,
  startPasskey,
  startTotp as startTotpCall,
  stepUp as stepUpCall,
} from '#contract/second-factor.ts';
import {
  consumePasskeyChallenge,
  describeNewPasskey,
  findPasskeySite,
  requestPasskey,
  storePasskeyChallenge,
} from '../auth/passkeys.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import {
  addFactor,
  type Factor,
  readSecondFactor,
  removeFactor,
  renewRecoveryCodes,
} from '../auth/second-factor.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import { listStepUpMethods, stepUp, WrongProofError } from '../auth/step-up.ts';
import { startTotp } from '../auth/totp.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

/** Everything below /admin/account/security, and /admin/step-up. */
export function secondFactorRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  // Without a second factor on this server its calls do not exist.
  if (dependencies.secondFactor !== 'off') app.route('/', ownFactorRoutes(dependencies));
  return app.route('/', stepUpRoutes(dependencies));
}

function ownFactorRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock, mails, secondFactor: requirement } = dependencies;
  const site = findPasskeySite(dependencies.siteUrl, dependencies.environment.allowedOrigins);
  const app = new Hono<AdminVariables>();

  serve(app, readSecurity, async ({ context }) => {
    const { id, second_factor_due_at } = context.get('administrator');
    const { totpAddedAt, passkeys, recoveryCodesLeft } = await readSecondFactor(db, id);
    const isMissing = totpAddedAt === null && passkeys.length === 0;
    const enrolBy = requirement === 'required' && isMissing ? second_factor_due_at : null;
    return {
      data: {
        requirement,
        enrolBy: enrolBy?.toISOString() ?? null,
        totp: totpAddedAt && { addedAt: totpAddedAt.toISOString() },
        passkeys: passkeys.map(({ id, name, added_at, last_used_at }) => ({
          id,
          name,
          addedAt: added_at.toISOString(),
          lastUsedAt: last_used_at?.toISOString() ?? null,
        })),
        recoveryCodesLeft,
        passkeysPossible: site !== null,
      },
    };
  });

  serve(app, startTotpCall, async ({ context }) => ({
    data: await startTotp(db, context.get('administrator'), clock()),
  }));

  serve(app, confirmTotp, async ({ body: { code }, context }) => {
    const recoveryCodes = await add(context, { kind: 'totp', code });
    return { data: { recoveryCodes }, message: 'Authenticator app added' };
  });

  serve(app, removeTotp, async ({ context }) => {
    await remove(context, null);
    return { message: 'Authenticator app removed' };
  });

  serve(app, startPasskey, async ({ context }) => {
    const administrator = context.get('administrator');
    const options = await describeNewPasskey(db, administrator, requireSite());
    const { challenge } = options;
    const key = { session_id: administrator.sessionId, purpose: 'registration' } as const;
    await storePasskeyChallenge(db, { ...key, challenge }, clock());
    return { data: options };
  });

  serve(app, addPasskey, async ({ body: { name, credential }, context }) => {
    const { sessionId } = context.get('administrator');
    const key = { session_id: sessionId, purpose: 'registration' } as const;
    const challenge = await consumePasskeyChallenge(db, key, clock());
    const factor = { kind: 'passkey', name, credential, challenge, site: requireSite() } as const;
    const recoveryCodes = await add(context, factor);
    return { data: { recoveryCodes }, message: 'Passkey added' };
  });

  serve(app, removePasskey, async ({ parameters: { id }, context }) => {
    await remove(context, id);
    return { message: 'Passkey removed' };
  });

  serve(app, makeRecoveryCodes, async ({ context }) => {
    const owner = { userId: context.get('administrator').id, actor: getActor(context) };
    return { data: { recoveryCodes: await renewRecoveryCodes(db, owner, clock()) } };
  });

  return app;

  async function add(context: Context<AdminVariables>, factor: Factor): Promise<string[] | null> {
    const owner = context.get('administrator');
    const recoveryCodes = await addFactor(db, { owner, actor: getActor(context), factor }, clock());
    mails.wake();
    return recoveryCodes;
  }

  async function remove(context: Context<AdminVariables>, passkeyId: number | null): Promise<void> {
    const owner = context.get('administrator');
    await removeFactor(db, { owner, actor: getActor(context), passkeyId, requirement }, clock());
    mails.wake();
  }

  function requireSite() {
    if (site) return site;
    throw new Problem(409, 'Passkeys need a site with its own domain and HTTPS. Use an authenticator app.');
  }
}

function stepUpRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  const { db, clock, log, secondFactor: requirement } = dependencies;
  const site = findPasskeySite(dependencies.siteUrl, dependencies.environment.allowedOrigins);
  const settings = { requirement, site };
  const app = new Hono<AdminVariables>();

  serve(app, readStepUpOptions, async ({ context }) => {
    const { id, sessionId } = context.get('administrator');
    const methods = await listStepUpMethods(db, id, settings);
    const passkey = methods.includes('passkey') ? await requestPasskey(db, id, site) : null;
    if (passkey) {
      const key = { session_id: sessionId, purpose: 'step_up' } as const;
      await storePasskeyChallenge(db, { ...key, challenge: passkey.challenge }, clock());
    }
    return { data: { methods, passkey } };
  });

  serve(app, stepUpCall, async ({ body, context }) => {
    const administrator = context.get('administrator');
    const logProof = (outcome: 'succeeded' | 'refused' | 'limited') =>
      logSecurityEvent(log, context, { event: 'step_up', outcome, userId: administrator.id });
    const { requestId } = getActor(context);
    await stepUp({ db, clock, ...settings }, { ...administrator, requestId }, body).catch(
      (error: unknown) => {
        if (error instanceof WrongProofError) logProof('refused');
        else if (error instanceof Problem && error.status === 429) logProof('limited');
        throw error;
      },
    );
    logProof('succeeded');
    return { message: 'Confirmed.' };
  });

  return app;
}
