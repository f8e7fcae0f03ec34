import { type Kysely, sql } from 'kysely';

/** The columns of a job (docs/decisions/0012). The lease is taken over when its server dies. */
const jobColumns = sql`
  due_at timestamptz,
  generation integer not null default 0,
  attempts integer not null default 0,
  lease_id uuid,
  lease_until timestamptz,
  last_error text,
  given_up_at timestamptz`;

/** Work in the background: mails, imports of recipes, and changes of many rows. */
export async function up(db: Kysely<never>): Promise<void> {
  // A mail holds its address and kind, never a token: its text is composed when it is sent.
  await sql`
    create table mails (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('password_reset', 'password_changed', 'deletion_request', 'account_deleted',
        'deletion_stopped', 'payment_reminder')),
      address text not null,
      reason text,
      reminder_id integer references payment_reminders on delete cascade,
      created_at timestamptz not null,
      ${jobColumns}
    );
    create index mails_due on mails (due_at) where given_up_at is null;
    create index mails_given_up on mails (given_up_at desc) where given_up_at is not null;
    create index mails_reminder on mails (reminder_id) where reminder_id is not null;`.execute(db);

  // One table for every kind of work on many rows. A row ends with its failed payment, and outlives its recipe.
  await sql`
    create table background_jobs (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('payment_retry', 'recipe_change', 'recipe_import')),
      details jsonb not null default '{}',
      state text not null default 'running',
      started_at timestamptz not null,
      started_by integer not null,
      acted_by integer,
      request_id text,
      finished_at timestamptz,
      undo_until timestamptz,
      message text,
      ${jobColumns}
    );
    create index background_jobs_due on background_jobs (kind, due_at) where given_up_at is null;

    create table background_job_rows (
      job_id integer not null references background_jobs on delete cascade,
      row integer not null,
      payment_id integer references failed_payments on delete cascade,
      recipe_id integer,
      -- The version after an import: an undo leaves a newer one alone.
      recipe_version integer,
      is_audited boolean not null default false,
      check_id uuid not null default gen_random_uuid(),
      result text not null default 'pending',
      message text,
      primary key (job_id, row)
    );
    create index background_job_rows_payment on background_job_rows (payment_id) where payment_id is not null;`.execute(
    db,
  );

  // An import has its files in pieces, and for each of its rows the recipe that a file holds.
  await sql`
    create table import_files (
      id integer generated always as identity primary key,
      import_id integer not null references background_jobs on delete cascade,
      name text not null,
      bytes bigint not null default 0,
      is_complete boolean not null default false
    );
    create index import_files_import on import_files (import_id);

    create table import_pieces (
      file_id integer not null references import_files on delete cascade,
      place integer not null,
      bytes bytea not null,
      primary key (file_id, place)
    );

    create table import_recipes (
      import_id integer not null references background_jobs on delete cascade,
      row integer not null,
      file text not null,
      place text not null,
      title text not null,
      content jsonb,
      problems jsonb not null default '[]',
      duplicate_ids integer[] not null default '{}',
      is_repeated boolean not null default false,
      choice text not null default 'create',
      primary key (import_id, row)
    );`.execute(db);
}
