import { type Kysely, sql } from 'kysely';

/** An invitation has its own mail, which says who invites. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table mails
      drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in ('password_reset', 'invitation', 'password_changed',
        'deletion_request', 'account_deleted', 'deletion_stopped', 'payment_reminder')),
      add column invited_by integer references users on delete set null;`.execute(db);
}
