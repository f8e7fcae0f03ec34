export type Endpoint = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string };
type Values = Readonly<Record<string, string | number>>;

export type Request = {
  parameters?: Values;
  query?: Values;
  /** Bytes are sent as they are, everything else as JSON. */
  body?: object | Buffer;
  /** By default the one of the side's administrator. */
  token?: string;
};

/** Below the API's base. Throws if a parameter is missing. */
export function getPath(template: string, { parameters = {}, query }: Request): string {
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${template} needs ${name}.`);
    return encodeURIComponent(value);
  });
  if (!query) return path;
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(texts)}`;
}
