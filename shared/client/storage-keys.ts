/** The browser's storage keys, as the specification names them. */
export const keys = { access: 'access_token', refresh: 'refresh_token', user: 'auth_user' } as const;
