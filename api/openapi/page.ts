import { createHash } from 'node:crypto';
import type { JsonSchema } from '@valibot/to-json-schema';
import { html, raw } from 'hono/html';
import { renderCustomProperties } from '#brand/custom-properties.ts';
import { product } from '#brand/product.ts';
import type { OpenApiDocument, OperationObject, Parameter, ResponseObject } from './document.ts';

type Html = ReturnType<typeof html>;

const style = `${renderCustomProperties()}
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; background: var(--paper); color: var(--ink); font: 100%/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--basil-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { padding: 0.75rem; background: var(--sheet); border: 1px solid var(--line); white-space: pre-wrap; }
article { margin: 1.5rem 0; padding: 0.25rem 1rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.5rem; }
nav ul { padding-left: 1.25rem; }
summary { padding: 0.25rem 0; cursor: pointer; }
dt { margin-top: 0.5rem; }
dd { margin-left: 1.25rem; }
.method { color: var(--basil-strong); font-weight: 700; }
.type { color: var(--muted); }`;

const STYLE_HASH = createHash('sha256').update(style).digest('base64');

/** The document as one page without a script. `documentUrl` is where the document itself is. */
export async function renderPage(document: OpenApiDocument, documentUrl: string): Promise<string> {
  const operations = listOperations(document);
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const page = await html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${raw(STYLE_HASH)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title} | ${product.name}</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>${document.info.title}</h1>
${document.info.description.split('\n\n').map((text) => html`<p>${writeText(text)}</p>`)}
<p>The same as <a href="${documentUrl}">an OpenAPI document</a>, from which a client can be generated. Every call is below <code>${document.servers[0]?.url}</code>.</p>
</header>
<nav aria-label="Calls">
${groups.map(
  ({ name, operations: listed }) => html`<details><summary>${name}</summary><ul>
${listed.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
</ul></details>`,
)}
</nav>
<main>
${groups.map(
  ({ name, description, operations: listed }) => html`<section>
<h2>${name}</h2>
<p>${writeText(description)}</p>
${listed.map(renderOperation)}
</section>`,
)}
<section>
<h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<article id="schema-${name}"><h3>${name}</h3>${renderType(schema)}${renderFields(schema)}</article>`,
)}
</section>
</main>
</body>
</html>
`;
  return page.toString();

  function renderOperation({ method, path, operation }: Listed): Html {
    const { operationId, summary, description, security, parameters, requestBody } = operation;
    const responses = Object.entries(operation.responses).map(
      ([status, one]) => [status, resolve(one)] as const,
    );
    const isError = ([status]: readonly [string, ResponseObject]) => Number(status) >= 400;
    const inPath = parameters.filter((one) => one.in === 'path');
    const inQuery = parameters.filter((one) => one.in === 'query');
    return html`<article id="${operationId}">
<h3>${summary}</h3>
<p><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
${description ? html`<p>${writeText(description)}</p>` : ''}
<p>${writeAccess(security)}</p>
${renderParameters('Path', inPath)}${renderParameters('Query', inQuery)}
${requestBody ? html`<details><summary>Body</summary>${writeText(requestBody.description ?? '')}${renderContent(requestBody.content)}</details>` : ''}
${responses.filter((one) => !isError(one)).map(renderResponse)}
<details><summary>Errors</summary>${responses.filter(isError).map(renderResponse)}</details>
</article>`;
  }

  function resolve(response: ResponseObject | { $ref: string }): ResponseObject {
    if (!('$ref' in response)) return response;
    const found = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`${response.$ref} is missing.`);
    return found;
  }
}

type Listed = { method: string; path: string; operation: OperationObject };

function listOperations({ paths }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, { servers: _, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Texts have code between backticks, as in Markdown. */
function writeText(text: string): (string | Html)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function writeAccess(security: OperationObject['security']): string | (string | Html)[] {
  const [scheme] = security.map((one) => Object.entries(one)[0]);
  if (!scheme) return 'Anyone may call it.';
  const [name, scopes] = scheme;
  if (name === 'administrator') return 'For administrators, with the token of a sign-in.';
  return writeText(`For the app’s backend, with a key that has \`${scopes.join('`, `')}\`.`);
}

function renderParameters(title: string, parameters: readonly Parameter[]): Html | '' {
  if (parameters.length === 0) return '';
  return html`<details><summary>${title}</summary><dl>${parameters.map(
    ({ name, required, description, schema }) =>
      html`<dt><code>${name}</code> <span class="type">${renderType(schema)}${required ? ', required' : ''}</span></dt><dd>${writeText(description)}</dd>`,
  )}</dl></details>`;
}

function renderResponse([status, { description, content }]: readonly [string, ResponseObject]): Html {
  // Nearly all errors have this schema.
  if (!content || content['application/json']?.schema?.$ref === '#/components/schemas/Problem') {
    return html`<p><strong>${status}</strong> ${description}</p>`;
  }
  return html`<details><summary><strong>${status}</strong> ${description}</summary>${renderContent(content)}</details>`;
}

function renderContent(content: NonNullable<ResponseObject['content']>): Html[] {
  return Object.entries(content).map(
    ([
      type,
      { schema, example },
    ]) => html`<p><code>${type}</code>${schema ? html`: ${renderType(schema)}` : ''}</p>
${schema ? renderFields(schema) : ''}
${example === undefined ? '' : html`<p>Example</p><pre>${JSON.stringify(example, null, 2)}</pre>`}`,
  );
}

/** The type in words, with its limits. */
function renderType(schema: JsonSchema): (string | Html)[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return [html`<a href="#schema-${name}">${name}</a>`];
  }
  if (schema.const !== undefined) return [html`<code>${JSON.stringify(schema.const)}</code>`];
  if (schema.enum) return join(schema.enum.map((value) => [html`<code>${JSON.stringify(value)}</code>`]));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return join(options.map((option) => (typeof option === 'object' ? renderType(option) : [])));
  if (schema.type === 'array') {
    const items =
      typeof schema.items === 'object' && !Array.isArray(schema.items) ? renderType(schema.items) : [];
    return ['list of ', ...items, ...writeLimits(schema)];
  }
  return [
    typeof schema.type === 'string' ? (typeNames[schema.type] ?? schema.type) : 'anything',
    ...writeLimits(schema),
  ];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function join(parts: (string | Html)[][]): (string | Html)[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [' or ', ...part]));
}

function writeLimits(schema: JsonSchema): (string | Html)[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, pattern } = schema;
  const limits = [
    minimum !== undefined && `at least ${write(minimum)}`,
    maximum !== undefined && `at most ${write(maximum)}`,
    minLength !== undefined && `at least ${write(minLength)} characters`,
    maxLength !== undefined && `at most ${write(maxLength)} characters`,
    minItems !== undefined && `at least ${write(minItems)}`,
    maxItems !== undefined && `at most ${write(maxItems)}`,
    format !== undefined && `format ${format}`,
  ].filter((limit) => limit !== false);
  const words = limits.map((limit) => `, ${limit}`);
  return pattern === undefined ? words : [...words, ', matches ', html`<code>${pattern}</code>`];
}

function write(number: number): string {
  return number.toLocaleString('en-US');
}

/** The fields of an object, of the items of a list, or of the options. */
function renderFields(schema: JsonSchema): Html[] {
  const inner = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat();
  if (inner.length > 0) return inner.flatMap((one) => (typeof one === 'object' ? renderFields(one) : []));
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return [];
  const fields = html`<dl>${properties.map(([name, property]) => {
    if (typeof property !== 'object') return '';
    const isRequired = schema.required?.includes(name);
    return html`<dt><code>${name}</code> <span class="type">${renderType(property)}${isRequired ? '' : ', optional'}</span></dt><dd>${writeText(property.description ?? '')}${renderFields(property)}</dd>`;
  })}</dl>`;
  return [fields];
}
