import { refreshToken } from '#contract/authentication.ts';

export const base = new URL(`${import.meta.env.PUBLIC_API_URL.replace(/\/+$/, '')}/`, location.origin).href;

export const refreshAddress = addressOf(refreshToken.path).href;

export function addressOf(
  path: string,
  parameters: Readonly<Record<string, string | number>> = {},
  query: object = {},
): URL {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const result = new URL(filled.slice(1), base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) result.searchParams.set(name, String(value));
  }
  return result;
}
