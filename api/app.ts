import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { administratorsOnly } from './auth/administrators-only.ts';
import { withoutTrailingSlashes } from './config/trailing-slashes.ts';
import type { Dependencies } from './dependencies.ts';
import { methodsOf, problemAnswer } from './http/failures.ts';
import { Problem } from './http/problem.ts';
import { nameRequest } from './http/request-id.ts';
import { secure } from './http/security-headers.ts';
import { account } from './routes/account.ts';
import { accountDeletion } from './routes/account-deletion.ts';
import { authentication, signOut } from './routes/authentication.ts';
import { health } from './routes/health.ts';
import { passwordReset } from './routes/password-reset.ts';
import { payments } from './routes/payments.ts';
import { pictures } from './routes/pictures.ts';
import { recipes } from './routes/recipes.ts';
import { statistics } from './routes/statistics.ts';
import { subscriptions } from './routes/subscriptions.ts';
import { users } from './routes/users.ts';
import { isOnSite, serveSite } from './site/serve.ts';

/** The path of the API, from `PUBLIC_API_URL`; empty for a host of its own, without the site. */
export function basePathOf(publicApiUrl: string): string {
  return withoutTrailingSlashes(new URL(publicApiUrl, 'http://localhost').pathname);
}

/** The whole server as one function from request to response: the API, /healthz and the static export. */
export function createApp(dependencies: Dependencies): Hono {
  const { environment, site } = dependencies;
  const base = basePathOf(environment.publicApiUrl);
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
    .route('/', authentication(dependencies))
    .route('/', passwordReset(dependencies))
    .route('/', accountDeletion(dependencies))
    .use('/admin/*', administratorsOnly(dependencies))
    .route('/', signOut(dependencies))
    .route('/', account(dependencies))
    .route('/', statistics(dependencies))
    .route('/', subscriptions(dependencies))
    .route('/', payments(dependencies))
    .route('/', recipes(dependencies))
    .route('/', users(dependencies));

  const app = new Hono();
  app.use(nameRequest);
  app.use(secure);
  app.route('/', health(dependencies));
  app.route(base, pictures());
  app.route(base, api);
  app.all(`${base}/*`, nothingHere);
  app.get('*', serveSite(site));
  app.all('*', (context) => {
    if (isOnSite(site, context.req.path)) throw answersOnly(['GET', 'HEAD']);
    return nothingHere(context);
  });
  app.onError((error, context) => problemAnswer(error, context, dependencies.log));
  return app;

  function nothingHere(context: Context): never {
    const allowed = methodsOf(app, context.req.path);
    if (allowed.length === 0) throw new Problem(404, 'There is nothing at this address.');
    throw answersOnly(allowed);
  }
}

/** The application while the server starts: 503 for every request. */
export function createStartingApp(log: Logger): Hono {
  const app = new Hono();
  app.use(nameRequest);
  app.use(secure);
  app.all('*', () => {
    throw new Problem(503, 'The server is starting. Please try again in a moment.', { 'retry-after': '2' });
  });
  app.onError((error, context) => problemAnswer(error, context, log));
  return app;
}

function answersOnly(methods: readonly string[]): Problem {
  const allow = methods.join(', ');
  return new Problem(405, `This address answers ${allow} only.`, { allow });
}
