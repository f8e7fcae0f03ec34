/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The base of the API with its version: an absolute address or a path. */
  readonly PUBLIC_API_URL: string;
}
