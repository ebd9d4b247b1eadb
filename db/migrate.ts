import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { applyRules, rulesAreCurrent } from "./apply-rules";
import { connect, type Database } from "./client";
import { holdBackReader } from "./row-security";
import { only } from "./rows";

/** A relative path, because every command runs in the project's root. */
const migrationsFolder = resolve("db/migrations");

/** An arbitrary number, the same in all processes, so that simultaneous starts migrate one after the other. */
const MIGRATION_LOCK = 7_265_301;

/**
 * Brings the database to this version: migrations, then rules, then the rights and time-outs of the application's role and the row security
 * of its reader. Needs the owner's role. If the application uses that role as well, only triggers protect immutable rows. `ownerUrl` must
 * lead directly to Postgres, because a pooler would keep the lock.
 */
export async function migrate(ownerUrl: string, appUrl: string): Promise<void> {
  const { db, close } = connect(ownerUrl, { max: 1, prepare: false });
  try {
    // Migrations, and waiting until another process has migrated, have no time-out. Other locks are awaited 3 s at most, because waiting
    // for them blocks the service.
    await db.execute(sql`set statement_timeout = 0`);
    await db.execute(sql`set lock_timeout = 0`);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await db.execute(sql`set lock_timeout = '3s'`);
    await applyMigrations(db, { migrationsFolder });
    await applyRules(db);

    const role = decodeURIComponent(new URL(appUrl).username);
    if (role !== decodeURIComponent(new URL(ownerUrl).username)) await grantTo(db, role);
    await holdBackReader(db, role);
    await limitWaiting(appUrl);
  } finally {
    await close();
  }
}

/** Whether this role can migrate. A role that only serves may not create objects. */
export async function mayMigrate(url: string): Promise<boolean> {
  const { db, close } = connect(url, { max: 1, prepare: false });
  try {
    return only(await db.execute<{ may: boolean }>(sql`select has_database_privilege(current_database(), 'create') as may`)).may;
  } finally {
    await close();
  }
}

/** Whether all migrations and the rules of this version have been applied. */
export async function migrationsAreCurrent(db: Database): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  const rows = await db.execute<{ newest: string | null }>(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`);
  return Number(only(rows).newest) >= newest && (await rulesAreCurrent(db));
}

async function grantTo(db: Database, name: string): Promise<void> {
  const role = sql.identifier(name);
  await db.transaction(async (tx) => {
    await tx.execute(sql`grant usage on schema public, drizzle to ${role}`);
    await tx.execute(sql`grant select on all tables in schema public, drizzle to ${role}`);
    await tx.execute(sql`grant insert on api_keys, api_request_log, archivings, bank_account_details, bank_accounts, bank_statements, bank_transactions, bulk_job_items, bulk_jobs, collections, companies, contact_changes, csv_layouts, customer_links, daily_rollups, debit_file_warnings, debit_files, debit_reports, debit_settings, debit_warnings, debits, deliveries,
      delivery_attempts, desk_rankings, drafts, endpoints, factors, held_replies, holds, household_members, idempotency_keys, imports, instalment_plans, invoice_lines, invoices, known_devices, known_payers, limit_changes, mail_check_codes, mails, mandate_amendments, mandate_consents, mandates, messages, money_acts, notes,
      outgoing_messages, outstanding_rollups, owed, partners, payments, payout_items, payout_reports, payouts, probable_payments, proposals, recovery_codes, refunds, refusal_counts, repeated_entries, rollup_states, season_files, seasons, security_events, sessions, shared_late_fees, sign_in_failures, simulated_bank_calls,
      simulated_bank_payments, simulated_bank_refunds, statement_entries, statement_entry_keys, statement_files, statement_waits, support_assignments, tickets, upload_slots, user_companies, user_tokens, users,
      wal_timelines, withdrawn_debits, withdrawn_file_entries to ${role}`);
    await tx.execute(sql`grant update on api_keys, bank_account_details, bank_accounts, bank_statements, bank_transactions, bulk_job_items, bulk_jobs, collection_starts, collections, companies, company_settings, contact_changes, csv_layouts, customer_links,
      daily_rollups, debit_files, debit_settings, debit_warnings, debits, deliveries, drafts, endpoints, factors, holds, household_members, idempotency_keys, import_settings, imports, instalment_plans, invoices, known_devices, known_payers, limit_changes, mails, mandates, outgoing_messages,
      outstanding_rollups, owed, partners, payments, payout_items, payouts, probable_payments, proposals, recovery_codes, refunds, refusal_counts, rollup_states, season_files, seasons, sessions, simulated_bank_calls, simulated_bank_payments, statement_entries, statement_files, statement_waits, tickets, upload_slots, user_tokens, users, withdrawn_debits to ${role}`);
    await tx.execute(sql`grant delete on archivings, bank_transactions, news, collection_starts, daily_rollups, debit_file_warnings, deliveries, desk_rankings, drafts, endpoints, factors, held_replies, household_members, idempotency_keys,
      import_settings, imports, invoices, known_devices, known_payers, mails, money_acts, outstanding_rollups, owed, recovery_codes, refusal_counts, seasons, sessions, shared_late_fees, sign_in_failures, simulated_bank_calls, statement_entry_keys, support_assignments,
      upload_slots, user_companies, user_tokens to ${role}`);
    await tx.execute(sql`grant usage on sequence api_request_ids, partner_numbers to ${role}`);
    await tx.execute(sql`grant execute on function rotate_api_request_log(), remove_added_messages(text, text) to ${role}`);
  });
}

/** Sets time-outs on the application's role in this database, so that they apply to all of its connections. */
async function limitWaiting(appUrl: string): Promise<void> {
  const { db, close } = connect(appUrl, { max: 1, prepare: false });
  try {
    const { database } = only(await db.execute<{ database: string }>(sql`select current_database() as database`));
    const alterRole = sql`alter role current_user in database ${sql.identifier(database)} set`;
    await db.execute(sql`${alterRole} statement_timeout = '10s'`);
    await db.execute(sql`${alterRole} lock_timeout = '3s'`);
    await db.execute(sql`${alterRole} idle_in_transaction_session_timeout = '15s'`);
  } finally {
    await close();
  }
}
