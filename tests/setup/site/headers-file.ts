export type HeaderRule = {
  readonly pattern: string;
  readonly headers: readonly (readonly [string, string])[];
};

/** The rules of a `_headers` file as Netlify and Cloudflare Pages read it, names in lower case. */
export function readHeaderRules(text: string): readonly HeaderRule[] {
  const blocks = text.split(/^(?=\/)/m).filter((block) => block.startsWith('/'));
  return blocks.map((block) => {
    const [pattern = '', ...lines] = block.split('\n');
    const headers = lines
      .map((line) => line.match(/^ {2}([\w-]+): (.+)$/))
      .filter((match) => match !== null)
      .map(([, name = '', value = '']) => [name.toLowerCase(), value] as const);
    return { pattern, headers };
  });
}

/** All matching rules add their headers. */
export function headersAt(rules: readonly HeaderRule[], path: string): Headers {
  const headers = new Headers();
  for (const rule of rules) {
    const [start = '', rest] = rule.pattern.split('*');
    if (rest === undefined ? path !== start : !path.startsWith(start)) continue;
    for (const [name, value] of rule.headers) headers.append(name, value);
  }
  return headers;
}
