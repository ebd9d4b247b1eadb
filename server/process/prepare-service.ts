import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, db } from "@/db/client";
import { mayMigrate, migrate, migrationsAreCurrent } from "@/db/migrate";
import { hasReader, READER } from "@/db/row-security";
import { type Demo, prepareDemo, withdrawDemo } from "@/server/demo/demo";
import { isEmpty } from "@/server/demo/seed";
import { SECOND_MS } from "@/server/domain/formats/time";
import { forgetEnv, type GivenEnvironment, isForThisMachine } from "@/server/env";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { mailboxToken, openDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";
import { adoptRestoredDatabase } from "./adopt-restored-database";
import type { OpenDatabase } from "./database";
import { giveKeptSecrets } from "./kept-secrets";
import { lifecycle } from "./lifecycle";
import type { Beginning } from "./messages";

export interface Prepared {
  beginning: Beginning;
  demo: Demo | undefined;
  /** Token that opens the development mailbox, if there is one. */
  mailboxToken: string | undefined;
}

/**
 * Migrates the database, or waits until another process has migrated it. Prepares the demo of an embedded database, and withdraws a demo
 * where others reach the service. Returns what is sent to every process, and what the welcome text needs.
 */
export async function prepareService(given: GivenEnvironment, database: OpenDatabase, say: (text: string) => void): Promise<Prepared> {
  process.env.DATABASE_URL = database.appUrl;
  if (database.embedded) giveKeptSecrets(given);
  forgetEnv();

  const canMigrate = await mayMigrate(database.ownerUrl);
  if (canMigrate) await migrateHere(database, say);
  else await untilMigrated(say);
  if (!(await hasReader(db)))
    say(
      `Warning: this database has no role ${READER} for the application, so the portal reads without row security: see docs/operations.md.`,
    );
  if (canMigrate && (await adoptRestoredDatabase(database.ownerUrl)))
    say("The database was restored on another server: its changes were renumbered.");
  const isLocalOnly = isForThisMachine(given);
  const { DATABASE_URL, AUTH_SECRET, ENCRYPTION_KEY, BACKGROUND_SECRET, METRICS_SECRET } = process.env;
  const keptSecrets = { AUTH_SECRET, ENCRYPTION_KEY, BACKGROUND_SECRET, METRICS_SECRET };
  const beginning: Beginning = {
    ics: "begin",
    environment: { DATABASE_URL, ...(database.embedded && keptSecrets) } as Record<string, string>,
    loopbackReceivers: (database.embedded || given.LOOPBACK_RECEIVERS) && isLocalOnly,
    developmentMailbox: (database.embedded || given.DEVELOPMENT_MAILBOX) && isLocalOnly && !given.SMTP_URL,
  };
  applyBeginning(beginning);
  if (!isLocalOnly) await withdrawDemo(db);
  const token = beginning.developmentMailbox ? mailboxToken() : undefined;
  return {
    beginning,
    mailboxToken: token,
    demo: isLocalOnly && database.embedded ? await prepareDemoWithStatistics(database, say) : undefined,
  };
}

/**
 * Prepares the demo. If it was just loaded, makes Postgres gather its statistics immediately: by itself, Postgres does so only within a
 * minute, and until then pages would time out.
 */
async function prepareDemoWithStatistics({ ownerUrl }: OpenDatabase, say: (text: string) => void): Promise<Demo | undefined> {
  const isNew = await isEmpty(db);
  const demo = await prepareDemo(db, say);
  if (!isNew) return demo;
  const owner = connect(ownerUrl, { max: 1 });
  try {
    await owner.db.execute(sql`analyze`);
  } finally {
    await owner.close();
  }
  return demo;
}

async function migrateHere({ ownerUrl, appUrl }: OpenDatabase, say: (text: string) => void): Promise<void> {
  if (ownerUrl === appUrl) {
    say("Warning: one database role migrates and serves, so it could alter lines and changes. Give the owner in MIGRATION_DATABASE_URL.");
  }
  await migrate(ownerUrl, appUrl);
}

/** Waits until another process has migrated the database, such as `npm run manage -- db:migrate`. */
async function untilMigrated(say: (text: string) => void): Promise<void> {
  // Before the first migration, the table to query does not exist.
  const isCurrent = () => migrationsAreCurrent(db).catch(() => false);
  if (await isCurrent()) return;
  say(
    "Waiting until the database is migrated: the role of MIGRATION_DATABASE_URL or, without it, of DATABASE_URL is not allowed to migrate.",
  );
  while (!(await isCurrent())) await wait(SECOND_MS);
}

/** Applies the facts about the opened database to this process, which is then ready. */
export function applyBeginning({ environment, loopbackReceivers, developmentMailbox }: Beginning): void {
  Object.assign(process.env, environment);
  forgetEnv();
  if (loopbackReceivers) allowLoopbackReceivers();
  if (developmentMailbox) openDevelopmentMailbox();
  lifecycle.ready = true;
}
