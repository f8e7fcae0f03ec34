import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { product } from '#brand/product.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '../../http/csv.ts';
import { type PersonalTable, personalColumns } from './columns.ts';
import { toPage } from './page.ts';
import type { PersonalData } from './read.ts';

const files: Readonly<Record<PersonalTable, { name: string; title: string }>> = {
  users: { name: 'account', title: 'Account' },
  subscriptions: { name: 'subscriptions', title: 'Subscriptions' },
  charges: { name: 'charges', title: 'Charges' },
  failed_payments: { name: 'failed-payments', title: 'Failed payments' },
  purchases: { name: 'purchases', title: 'App store purchases' },
  purchase_questions: { name: 'store-questions', title: 'App store answers' },
  store_notifications: { name: 'store-notifications', title: 'App store notifications' },
  payment_reminders: { name: 'payment-reminders', title: 'Payment reminders' },
  payment_checks: { name: 'payment-checks', title: 'Payment checks' },
  background_job_rows: { name: 'payment-retries', title: 'Payment retries' },
  sessions: { name: 'sessions', title: 'Sign-ins' },
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
    const rows = data[table].map((row) => columns.map((column) => toText(row[column])));
    return { ...files[table], columns, rows };
  });
  add('read-me.html', toPage({ title: `Personal data held by ${product.name}`, madeAt: now, parts }));
  const named = parts.map(({ name }, index) => [name, data[tables()[index] ?? 'users']]);
  add('data.json', `${JSON.stringify({ madeAt: now, ...Object.fromEntries(named) }, null, 2)}\n`);
  for (const { name, columns, rows } of parts) {
    add(
      `${name}.csv`,
      BYTE_ORDER_MARK + stringify([[...columns], ...rows.map((row) => row.map(escapeFormula))]),
    );
  }
  zip.end();
  return buffer(zip.outputStream);
}

function tables(): PersonalTable[] {
  return Object.keys(files).filter((name): name is PersonalTable => name in personalColumns);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
