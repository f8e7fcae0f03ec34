/** What a key of the app's backend may do, as resource and verb. */
export const appScopes = [
  'users:read',
  'users:write',
  'recipes:read',
  'purchases:write',
  'entitlements:read',
] as const;
export type AppScope = (typeof appScopes)[number];
