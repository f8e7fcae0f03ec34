import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { personalColumns } from '#api/accounts/personal-data/columns.ts';
import { retention } from '#api/accounts/retention.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

/** Personal, and left out of the export: secrets, copies and what only links rows. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  users: [
    'password_hash',
    'search_text',
    'version',
    'name_key',
    'subscription_status',
    'subscription_product',
    // In the deletion itself.
    'is_deletion_under_way',
    'second_factor_due_at',
  ],
  sessions: ['id', 'user_id', 'generation', 'proven_at'],
  totp_secrets: ['user_id', 'secret', 'last_step', 'pending_secret', 'pending_until'],
  passkeys: ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'],
  recovery_codes: ['user_id', 'hash'],
  sign_in_challenges: [
    'hash',
    'user_id',
    'remember_me',
    'device',
    'passkey_challenge',
    'expires_at',
    'used_at',
  ],
  passkey_challenges: ['session_id', 'purpose', 'challenge', 'expires_at'],
  refresh_tokens: ['hash', 'session_id', 'generation', 'child_salt', 'given_at'],
  access_tokens: ['hash', 'session_id', 'expires_at'],
  one_time_tokens: [
    'user_id',
    'purpose',
    'mail_id',
    'mail_created_at',
    'hashes',
    'expiries',
    'expires_at',
    'used_at',
    'by_mail',
  ],
  mails: [
    'id',
    'attempts',
    'due_at',
    'lease_id',
    'lease_until',
    'last_error',
    'given_up_at',
    'generation',
    'reminder_id',
    'invited_by',
  ],
  subscriptions: ['user_id'],
  charges: ['payment_id', 'is_renewal'],
  failed_payments: [
    'purchase_token',
    'check_id',
    'checking_since',
    'recovered_by',
    'recovered_alone',
    // Copies of the checks and of the product.
    'last_outcome',
    'last_message',
    'last_checked_at',
    'search_text',
    'state',
    'user_id',
  ],
  payment_reminders: ['id', 'administrator_id', 'refusal_hashes'],
  payment_checks: ['id', 'administrator_id'],
  // What is about recipes is no row of a payment.
  background_job_rows: ['job_id', 'row', 'recipe_id', 'recipe_version', 'is_audited', 'check_id'],
  purchases: [
    // The token identifies its owner in the store; the account token is in the account.
    'key',
    'account_token',
    'user_id',
    'ask_again_at',
    'asked_orders',
    'due_at',
    'generation',
    'attempts',
    'lease_id',
    'lease_until',
    'last_error',
    'given_up_at',
    'due_since',
  ],
  purchase_questions: ['id', 'administrator_id'],
  // It holds the token; what follows from it is in the other tables.
  store_notifications: ['platform', 'id', 'payload', 'by_reconciliation', 'is_new_kind'],
  // Its facts are in the other tables.
  refund_requests: [
    'id',
    'notification_id',
    'purchase_id',
    'account_token',
    'store_token',
    'answer',
    'by_rule',
    'answered_by',
    'refused_at',
    'problem',
    'warned_at',
    'due_at',
    'generation',
    'attempts',
    'lease_id',
    'lease_until',
    'last_error',
    'given_up_at',
  ],
  store_acts: ['id', 'request_id', 'days', 'refund', 'order_id', 'administrator_id'],
  sandbox_lives: ['key', 'step', 'played_at'],
  account_deletions: ['user_id'],
  user_notes: ['id', 'user_id', 'written_by'],
  courtesy_accesses: ['id', 'user_id', 'granted_by'],
  audit_entries: [
    'id',
    'actor_id',
    // The name that administrators gave a key.
    'actor_key',
    'user_id',
    'user_version',
    'payment_id',
    'recipe_ids',
    'request_id',
  ],
};

test('every personal column is exported, or left out for a reason', () => {
  const exported: Readonly<Record<string, readonly string[]>> = personalColumns;
  for (const [table, columns] of Object.entries(retention)) {
    const isPersonal = Object.values(columns).some(({ treatment }) => treatment !== 'kept');
    if (!isPersonal && !(table in exported)) continue;
    expect([...(exported[table] ?? []), ...(leftOut[table] ?? [])].sort(), table).toEqual(
      Object.keys(columns).sort(),
    );
  }
});

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (opened ? resolve(opened) : reject(error)));
  });
  const files: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (!stream) return reject(error);
        files[entry.fileName] = await text(stream);
        zip.readEntry();
      });
    });
    zip.on('end', () => resolve(files));
    zip.readEntry();
  });
}

const exportOf = (id: number) =>
  fetch(`${api.base}/admin/users/${id}/personal-data`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });

test('the ZIP holds a page, JSON and CSV; an audit entry says who exported it', async () => {
  const user = await addUser(db, {
    first_name: '<b>Ada</b>',
    last_name: '=1+1',
    phone: '+44 20 7946 0018',
    password_hash: 'argon2id-of-a-secret',
  });
  await db
    .insertInto('user_notes')
    .values({ user_id: user.id, text: 'Asked for her data.', written_at: new Date(), written_by: null })
    .execute();
  const mail = {
    kind: 'deletion_request',
    reason: 'Too dear',
    created_at: new Date(),
    due_at: new Date(),
  } as const;
  await db
    .insertInto('mails')
    .values({ ...mail, address: user.email.toUpperCase() })
    .execute();
  const response = await exportOf(user.id);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    'read-me.html',
    'data.json',
    'account.csv',
    'subscriptions.csv',
    'charges.csv',
    'failed-payments.csv',
    'purchases.csv',
    'store-questions.csv',
    'store-notifications.csv',
    'store-actions.csv',
    'refund-requests.csv',
    'payment-reminders.csv',
    'payment-checks.csv',
    'payment-retries.csv',
    'sessions.csv',
    'authenticator-app.csv',
    'passkeys.csv',
    'recovery-codes.csv',
    'mails.csv',
    'account-deletion.csv',
    'courtesy-access.csv',
    'notes.csv',
    'history.csv',
  ]);
  expect(JSON.parse(files['data.json'] ?? '')).toMatchObject({
    account: [{ id: user.id, email: user.email, first_name: '<b>Ada</b>' }],
    notes: [{ text: 'Asked for her data.' }],
    mails: [{ reason: 'Too dear' }],
    charges: [],
  });
  expect(files['read-me.html']).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  expect(files['read-me.html']).not.toContain('<b>Ada');
  expect(files['account.csv']).toContain("'=1+1");
  expect(files['account.csv']).toContain(',"+44 20 7946 0018",');
  expect(Object.values(files).join('')).not.toContain('argon2id-of-a-secret');
  const entries = await db.selectFrom('audit_entries').where('user_id', '=', user.id).selectAll().execute();
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['personal_data_exported', admin.administrator.id],
  ]);
});

test('404 for an unknown user, 409 for an erased one', async () => {
  expect((await exportOf(999_999)).status).toBe(404);
  const erased = await addUser(db, { status: 'deleted' });
  await db
    .insertInto('account_deletions')
    .values({
      user_id: erased.id,
      reason: null,
      requested_at: new Date(),
      confirmed_at: new Date(),
      erased_at: new Date(),
    })
    .execute();
  expect((await exportOf(erased.id)).status).toBe(409);
});
