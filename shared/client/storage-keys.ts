/** Named by the specification. */
export const storageKeys = { access: 'access_token', refresh: 'refresh_token', user: 'auth_user' } as const;
