import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { requireAdministrator } from './auth/require-administrator.ts';
import { trimTrailingSlashes } from './config/trim-trailing-slashes.ts';
import type { Dependencies } from './dependencies.ts';
import { listMethods, toProblemResponse } from './http/error-response.ts';
import { Problem } from './http/problem.ts';
import { assignRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { accountRoutes } from './routes/account.ts';
import { accountDeletionRoutes } from './routes/account-deletion.ts';
import { activityRoutes } from './routes/activity.ts';
import { administratorRoutes } from './routes/administrators.ts';
import { appBackendRoutes } from './routes/app-backend.ts';
import { authenticationRoutes, signOutRoutes } from './routes/authentication.ts';
import { healthRoutes } from './routes/health.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { paymentExportRoutes } from './routes/payment-export.ts';
import { paymentRetryRoutes } from './routes/payment-retries.ts';
import { paymentRoutes } from './routes/payments.ts';
import { recipeChangeRoutes } from './routes/recipes/changes.ts';
import { recipeEditingRoutes } from './routes/recipes/editing.ts';
import { recipeExportRoutes } from './routes/recipes/export.ts';
import { recipeImportRoutes } from './routes/recipes/imports.ts';
import { pictureUploadRoutes } from './routes/recipes/picture-uploads.ts';
import { pictureRoutes } from './routes/recipes/pictures.ts';
import { recipeRoutes } from './routes/recipes/recipes.ts';
import { refusalRoutes, reminderChoiceRoutes } from './routes/reminders.ts';
import { searchRoutes } from './routes/search.ts';
import { statisticsExportRoutes } from './routes/statistics/export.ts';
import { overviewRoutes } from './routes/statistics/overview.ts';
import { recoveryFigureRoutes } from './routes/statistics/recovery-figures.ts';
import { statisticsRoutes } from './routes/statistics/statistics.ts';
import { storeHealthRoutes } from './routes/stores/health.ts';
import { orderLookupRoutes } from './routes/stores/order-lookups.ts';
import { timelineRoutes } from './routes/stores/timeline.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { courtesyRoutes } from './routes/users/courtesy.ts';
import { userExportRoutes } from './routes/users/export.ts';
import { userNoteRoutes } from './routes/users/notes.ts';
import { personalDataRoutes } from './routes/users/personal-data.ts';
import { userSessionRoutes } from './routes/users/sessions.ts';
import { userRoutes } from './routes/users.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { isOnSite, serveSite } from './site/serve.ts';

/** The path in `PUBLIC_API_URL`; empty if the API has its own host without the site. */
export function getBasePath(publicApiUrl: string): string {
  return trimTrailingSlashes(new URL(publicApiUrl, 'http://localhost').pathname);
}

/** The API, /healthz and the static export. */
export function createApp(dependencies: Dependencies): Hono {
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
    // Before every route, so that no administrator's call can be added above it.
    .use('/admin/*', requireAdministrator(dependencies))
    .use('/admin/*', async (context, next) => {
      await next();
      // Administrators see their own changes in the figures at once.
      if (!['GET', 'HEAD'].includes(context.req.method)) dependencies.slowAnswers.clear();
    })
    .route('/', authenticationRoutes(dependencies))
    .route('/', passwordResetRoutes(dependencies))
    .route('/', accountDeletionRoutes(dependencies))
    .route('/', signOutRoutes(dependencies))
    .route('/', accountRoutes(dependencies))
    .route('/', activityRoutes(dependencies))
    .route('/', administratorRoutes(dependencies))
    .route('/', statisticsRoutes(dependencies))
    .route('/', overviewRoutes(dependencies))
    .route('/', recoveryFigureRoutes(dependencies))
    .route('/', statisticsExportRoutes(dependencies))
    .route('/', subscriptionRoutes(dependencies))
    .route('/', paymentRoutes(dependencies))
    .route('/', paymentExportRoutes(dependencies))
    .route('/', paymentRetryRoutes(dependencies))
    .route('/', timelineRoutes(dependencies))
    .route('/', orderLookupRoutes(dependencies))
    .route('/', storeHealthRoutes(dependencies))
    .route('/', pictureRoutes(dependencies))
    .route('/', recipeRoutes(dependencies))
    .route('/', recipeEditingRoutes(dependencies))
    .route('/', recipeImportRoutes(dependencies))
    .route('/', recipeChangeRoutes(dependencies))
    .route('/', recipeExportRoutes(dependencies))
    .route('/', pictureUploadRoutes(dependencies))
    .route('/', userExportRoutes(dependencies))
    .route('/', searchRoutes(dependencies))
    .route('/', userNoteRoutes(dependencies))
    .route('/', courtesyRoutes(dependencies))
    .route('/', reminderChoiceRoutes(dependencies))
    .route('/', userSessionRoutes(dependencies))
    .route('/', personalDataRoutes(dependencies))
    .route('/', userRoutes(dependencies))
    .route('/', webhookRoutes(dependencies))
    .route('/', refusalRoutes(dependencies))
    .route('/', appBackendRoutes(dependencies));

  const app = new Hono();
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
    if (allowed.length === 0) throw new Problem(404, 'There’s nothing at this address.');
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
