import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database } from "./client";

/** Folder of the functions and triggers, with one file per table. A relative path, because every command runs in the project's root. */
const rulesFolder = resolve("db/rules");

/**
 * Applies the functions and triggers of `db/rules`, after the migrations and in one transaction. Each set of rules is applied only once,
 * like a migration. So an older process that starts again does not restore the rules that it applied before.
 */
export async function applyRules(db: Database): Promise<void> {
  await db.execute(
    sql`create table if not exists drizzle.applied_rules (hash text primary key, applied_at timestamptz not null default now())`,
  );
  if (await rulesAreCurrent(db)) return;
  await db.transaction(async (tx) => {
    for (const { text } of readRules()) await tx.execute(sql.raw(text));
    await tx.execute(sql`insert into drizzle.applied_rules (hash) values (${hashRules()})`);
  });
}

/** Whether the rules of this version have been applied to the database. */
export async function rulesAreCurrent(db: Database): Promise<boolean> {
  const found = await db.execute(sql`select from drizzle.applied_rules where hash = ${hashRules()}`);
  return found.length > 0;
}

/** Returns the rule files in the order of application, beginning with the functions that several tables share. */
export function readRules(): { file: string; text: string }[] {
  const files = readdirSync(rulesFolder).sort();
  const ordered = ["shared.sql", ...files.filter((file) => file !== "shared.sql")];
  return ordered.map((file) => ({ file, text: readFileSync(join(rulesFolder, file), "utf8") }));
}

let hash: string | undefined;

/**
 * Returns a hash of the rules together with the newest migration. Rules that return to an earlier text with a new migration are therefore
 * applied again.
 */
function hashRules(): string {
  hash ??= createHash("sha256")
    .update(JSON.stringify([readRules(), readMigrationFiles({ migrationsFolder: resolve("db/migrations") }).at(-1)?.hash]))
    .digest("hex");
  return hash;
}
