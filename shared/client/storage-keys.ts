/** Named by the specification. */
export const keys = { access: 'access_token', refresh: 'refresh_token', user: 'auth_user' } as const;
