import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { requireEnrolment } from './auth/enrolment.ts';
import { protectAdministrators, requireAdministrator } from './auth/require-administrator.ts';
import { stepUpGuards } from './auth/step-up.ts';
import { trimTrailingSlashes } from './config/environment-values.ts';
import type { Db } from './db/schema.ts';
import type { Dependencies } from './dependencies.ts';
import { listMethods, toProblemResponse } from './http/error-response.ts';
import { Problem } from './http/problem.ts';
import { assignRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { accountRoutes } from './routes/account.ts';
import { activityRoutes } from './routes/activity.ts';
import { administratorRoutes } from './routes/administrators.ts';
import { appBackendRoutes } from './routes/app-backend.ts';
import { appKeyRoutes } from './routes/app-keys.ts';
import { appUserRoutes } from './routes/app-users.ts';
import { authenticationRoutes } from './routes/authentication.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { importRoutes } from './routes/imports.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { paymentRoutes } from './routes/payments.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { purchaseRoutes } from './routes/purchases.ts';
import { recipeRoutes } from './routes/recipes.ts';
import { refundRoutes } from './routes/refunds.ts';
import { reminderRoutes } from './routes/reminders.ts';
import { searchRoutes } from './routes/search.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { userRoutes } from './routes/users.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { isOnSite, serveSite } from './site/serve.ts';

/** The path in `PUBLIC_API_URL`; empty if the API has its own host without the site. */
export function getBasePath(publicApiUrl: string): string {
  return trimTrailingSlashes(new URL(publicApiUrl, 'http://localhost').pathname);
}

/** The API, /healthz, /readyz and the static export. `measure` times each request. */
export function createApp(dependencies: Dependencies, measure?: MiddlewareHandler): Hono {
  const { environment, site } = dependencies;
  const base = getBasePath(environment.publicApiUrl);
  const api = new Hono()
    .use(
      cors({
        origin: environment.allowedOrigins,
        allowMethods: ['GET', 'POST', 'PUT'],
        allowHeaders: ['authorization', 'content-type'],
        exposeHeaders: ['retry-after', 'x-request-id'],
        maxAge: 600,
      }),
    )
    // This stands before every route, so that no administrator's call can be added above it.
    .use('/admin/*', requireAdministrator(dependencies))
    .use('/admin/*', requireEnrolment({ ...dependencies, base }))
    .use('/admin/users/:userId/*', protectAdministrators(dependencies.db))
    .route('/', stepUpGuards(dependencies))
    .use('/admin/*', async (context, next) => {
      await next();
      // Administrators see their own changes in the figures at once.
      if (!['GET', 'HEAD'].includes(context.req.method)) dependencies.slowAnswers.clear();
    })
    .route('/', authenticationRoutes(dependencies))
    .route('/', accountRoutes(dependencies))
    .route('/', activityRoutes(dependencies))
    .route('/', administratorRoutes(dependencies))
    .route('/', secondFactorRoutes(dependencies))
    .route('/', statisticsRoutes(dependencies))
    .route('/', subscriptionRoutes(dependencies))
    .route('/', paymentRoutes(dependencies))
    .route('/', refundRoutes(dependencies))
    .route('/', purchaseRoutes(dependencies))
    .route('/', pictureRoutes(dependencies))
    .route('/', recipeRoutes(dependencies))
    .route('/', importRoutes(dependencies))
    .route('/', searchRoutes(dependencies))
    .route('/', reminderRoutes(dependencies))
    .route('/', userRoutes(dependencies))
    .route('/', webhookRoutes(dependencies))
    .route('/', openApiRoutes(dependencies))
    .route('/', appKeyRoutes(dependencies))
    .route('/', appBackendRoutes(dependencies))
    .route('/', appUserRoutes(dependencies))
    .route('/', catalogRoutes(dependencies));

  const app = new Hono();
  if (measure) app.use(measure);
  app.use(assignRequestId);
  app.use(setSecurityHeaders);
  app.route('/', healthRoutes(dependencies));
  app.route(base, api);
  app.all(`${base}/*`, throwNotFoundOrNotAllowed);
  app.get('*', serveSite(site));
  app.all('*', (context) => {
    if (isOnSite(site, context.req.path)) throw createMethodNotAllowed(['GET', 'HEAD']);
    return throwNotFoundOrNotAllowed(context);
  });
  app.onError((error, context) => toProblemResponse(error, context, dependencies.log));
  return app;

  function throwNotFoundOrNotAllowed(context: Context): never {
    const allowed = listMethods(app, context.req.path);
    const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
    // A guard may know the address, and no call.
    if (allowed.length === 0 || allowed.includes(method))
      throw new Problem(404, 'There’s nothing at this address.');
    throw createMethodNotAllowed(allowed);
  }
}

/** Answers every request with 503 during the start. */
export function createStartingApp(log: Logger): Hono {
  const app = new Hono();
  app.use(assignRequestId);
  app.use(setSecurityHeaders);
  app.all('*', () => {
    throw new Problem(503, 'The server is starting. Please try again in a moment.', { 'retry-after': '2' });
  });
  app.onError((error, context) => toProblemResponse(error, context, log));
  return app;
}

function createMethodNotAllowed(methods: readonly string[]): Problem {
  const allow = methods.join(', ');
  return new Problem(405, `This address answers ${allow} only.`, { allow });
}

/**
 * GET /healthz: 503 if the database is not responding. GET /readyz: 503 also if no connection for a call becomes free, so
 * that a load balancer sends requests to another server.
 */
function healthRoutes({ db, healthDb, log }: Dependencies): Hono {
  const answerFrom = (database: Db, message: string) => async (context: Context) => {
    context.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(database);
      return context.json({ status: 200, message: 'OK' });
    } catch (error) {
      log.error({ err: error, path: context.req.path }, 'a health check found no database');
      return context.json({ status: 503, message }, 503);
    }
  };
  return new Hono()
    .get('/healthz', answerFrom(healthDb, 'The database isn’t responding.'))
    .get(
      '/readyz',
      answerFrom(db, 'The database isn’t responding, or too many requests are waiting for it.'),
    );
}
