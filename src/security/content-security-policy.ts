type Directive = `${string}-src ${string}` | `${string} ${string}`;

/** Leaves out script-src and style-src. `api` is an address or a path. Recipe pictures may come from anywhere. */
export function directives(api: string): Directive[] {
  const apiOrigin = api.startsWith('/') ? '' : ` ${new URL(api).origin}`;
  return [
    "default-src 'none'",
    `connect-src 'self'${apiOrigin}`,
    `img-src 'self' data: https:${apiOrigin}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}
