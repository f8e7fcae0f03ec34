import { buffer } from 'node:stream/consumers';
import { html } from 'hono/html';
import { ZipFile } from 'yazl';
import { product } from '#brand/product.ts';
import { type CsvCell, csvHeader, toCsv } from '../../http/csv.ts';
import { type PersonalTable, personalColumns } from './columns.ts';
import type { PersonalData } from './read.ts';

const files: Readonly<Record<PersonalTable, { name: string; title: string }>> = {
  users: { name: 'account', title: 'Account' },
  subscriptions: { name: 'subscriptions', title: 'Subscriptions' },
  charges: { name: 'charges', title: 'Charges' },
  failed_payments: { name: 'failed-payments', title: 'Failed payments' },
  purchases: { name: 'purchases', title: 'App store purchases' },
  purchase_questions: { name: 'store-questions', title: 'App store answers' },
  store_notifications: { name: 'store-notifications', title: 'App store notifications' },
  store_acts: { name: 'store-actions', title: 'Actions at the app stores' },
  refund_requests: { name: 'refund-requests', title: 'Refund requests' },
  payment_reminders: { name: 'payment-reminders', title: 'Payment reminders' },
  payment_checks: { name: 'payment-checks', title: 'Payment checks' },
  background_job_rows: { name: 'payment-retries', title: 'Payment retries' },
  sessions: { name: 'sessions', title: 'Sign-ins' },
  totp_secrets: { name: 'authenticator-app', title: 'Authenticator app' },
  passkeys: { name: 'passkeys', title: 'Passkeys' },
  recovery_codes: { name: 'recovery-codes', title: 'Recovery codes' },
  mails: { name: 'mails', title: 'Emails that haven’t been sent yet' },
  account_deletions: { name: 'account-deletion', title: 'Account deletion' },
  courtesy_accesses: { name: 'courtesy-access', title: 'Courtesy access' },
  user_notes: { name: 'notes', title: 'Administrators’ notes' },
  audit_entries: { name: 'history', title: 'Account history' },
};

/** The files of one person: `read-me.html`, `data.json` and a CSV file for each kind of record. */
export async function zipPersonalData(data: PersonalData, now: Date): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: now });
  const parts = tables().map((table) => {
    const columns: readonly string[] = personalColumns[table];
    return { ...files[table], columns, rows: data[table] };
  });
  add('read-me.html', toPage({ title: `Personal data held by ${product.name}`, madeAt: now, parts }));
  const named = parts.map(({ name }, index) => [name, data[tables()[index] ?? 'users']]);
  add('data.json', `${JSON.stringify({ madeAt: now, ...Object.fromEntries(named) }, null, 2)}\n`);
  for (const { name, columns, rows } of parts) {
    const cells = rows.map((row) => columns.map((column) => toCell(column, row[column])));
    add(`${name}.csv`, csvHeader(columns) + toCsv(cells));
  }
  zip.end();
  return buffer(zip.outputStream);
}

function tables(): PersonalTable[] {
  return Object.keys(files).filter((name): name is PersonalTable => name in personalColumns);
}

function toCell(column: string, value: unknown): CsvCell {
  if (typeof value === 'number') return value;
  return column === 'phone' ? { phone: toText(value) } : toText(value);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Part = { title: string; columns: readonly string[]; rows: PersonalData[PersonalTable] };
type Page = { title: string; madeAt: Date; parts: readonly Part[] };

/** A page that opens from a disk: no script, no other file. */
function toPage({ title, madeAt, parts }: Page): string {
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
  (row) => html`<tr>${columns.map((column) => html`<td>${toText(row[column])}</td>`)}</tr>
`,
)}</table></div>`
}
`,
)}</html>
`;
  return String(page);
}
