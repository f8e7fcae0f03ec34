import { html } from 'hono/html';

type Part = { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] };
type Page = { title: string; madeAt: Date; parts: readonly Part[] };

/** A page that opens from a disk: no script, no other file. */
export function toPage({ title, madeAt, parts }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
</style>
<h1>${title}</h1>
<p>As of ${madeAt.toISOString()}. Times are in UTC, and amounts are in US cents or in the smallest unit of their currency. data.json and the CSV files next to
this page contain the same data for other programs.</p>
<p>Secrets that would let others act in your name aren’t included: your password (we only store a hash of it), the tokens of
sign-ins and emailed links, and the app stores’ purchase tokens.</p>
${parts.map(
  ({ title: heading, columns, rows }) => html`<h2>${heading}</h2>
${
  rows.length === 0
    ? html`<p>No data.</p>`
    : html`<div><table>
<tr>${columns.map((column) => html`<th scope="col">${column.replaceAll('_', ' ')}</th>`)}</tr>
${rows.map(
  (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</table></div>`
}
`,
)}</html>
`;
  return String(page);
}
