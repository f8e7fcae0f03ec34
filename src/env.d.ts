/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The API's base with its version: an absolute address, or a path on the site's own origin. */
  readonly PUBLIC_API_URL: string;
}
