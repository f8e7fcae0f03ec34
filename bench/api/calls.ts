import { randomUUID } from 'node:crypto';
import { RETRY_NOTES } from '#contract/payments.ts';
import { type Call, get, post } from './call.ts';
import { recipeCalls } from './recipe-calls.ts';

/** Lists are also called at their last page and with a search. */
export const calls: readonly Call[] = [
  get('/admin/subscriptions/stats'),
  get('/admin/users'),
  get('/admin/users?page=last', ({ users }) => `/admin/users?pageSize=10&page=${Math.ceil(users / 10)}`),
  get('/admin/users?keyword=a'),
  get('/admin/users?keyword=maria'),
  get('/admin/users?keyword=(email)', ({ user }) => `/admin/users?keyword=${encodeURIComponent(user.email)}`),
  get('/admin/users/:userId', ({ user }) => `/admin/users/${user.id}`),
  {
    name: 'PUT /admin/users/:userId',
    run: ({ send, user }, round) =>
      send('PUT', `/admin/users/${user.id}`, { body: { ...user, first_name: `Name${round}`, phone: '1' } }),
  },
  post('/admin/users/:userId/suspend', ({ user }) => `/admin/users/${user.id}/suspend`),
  post('/admin/users/:userId/restore', ({ user }) => `/admin/users/${user.id}/restore`),
  post('/admin/users/:userId/end-sessions', ({ user }) => `/admin/users/${user.id}/end-sessions`),
  get('/admin/users/:userId/audit', ({ user }) => `/admin/users/${user.id}/audit`),
  get('/admin/subscriptions/history/:userId', ({ user }) => `/admin/subscriptions/history/${user.id}`),
  ...recipeCalls,
  get('/admin/subscriptions/failed-payments'),
  post(
    '/admin/subscriptions/retry/:id',
    ({ paymentId }) => `/admin/subscriptions/retry/${paymentId}`,
    () => ({
      notes: RETRY_NOTES,
    }),
  ),
  get('/admin/account'),
  post('/admin/account/sessions/:id/end', () => `/admin/account/sessions/${randomUUID()}/end`),
  post(
    '/admin/account/password',
    () => '/admin/account/password',
    () => ({
      currentPassword: 'not this one',
      password: 'a long password of many words',
      confirmPassword: 'a long password of many words',
    }),
  ),
  {
    name: 'POST /auth/admin-login, then /admin/logout',
    run: async (bench) => {
      const { token } = await bench.signIn();
      return bench.send('POST', '/admin/logout', { token });
    },
  },
  {
    name: 'POST /auth/admin-login, then /admin/account/sign-out-everywhere',
    run: async (bench) => {
      const { token } = await bench.signIn();
      return bench.send('POST', '/admin/account/sign-out-everywhere', { token });
    },
  },
  {
    name: 'POST /auth/refresh-token',
    run: async (bench) =>
      bench.send('POST', '/auth/refresh-token', { body: { refreshToken: bench.refreshToken } }),
  },
  post(
    '/auth/forgot-password',
    () => '/auth/forgot-password',
    () => ({ email: `${randomUUID()}@example.com` }),
  ),
  post(
    '/auth/reset-password',
    () => '/auth/reset-password',
    () => ({
      token: randomUUID(),
      password: 'a long password of many words',
      confirmPassword: 'a long password of many words',
    }),
  ),
  post(
    '/auth/delete-account-request',
    () => '/auth/delete-account-request',
    () => ({
      email: `${randomUUID()}@example.com`,
      confirmation: 'DELETE',
    }),
  ),
  post(
    '/auth/verify-delete-account-request',
    () => '/auth/verify-delete-account-request',
    () => ({
      token: randomUUID(),
    }),
  ),
];
