type Directive = `${string}-src ${string}` | `${string} ${string}`;

/**
 * The content security policy of every page, but for scripts and styles: those are hashed where they are built.
 * `api` is the API's base, an address or a path. Pictures of recipes are addresses anywhere.
 */
export function directives(api: string): Directive[] {
  const elsewhere = api.startsWith('/') ? '' : ` ${new URL(api).origin}`;
  return [
    "default-src 'none'",
    `connect-src 'self'${elsewhere}`,
    `img-src 'self' data: https:${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}
