import postgres from "postgres";
import { only } from "@/db/rows";

/** Of tables up to 3,000,000 rows every row is looked at: 300 times as many as this. */
const STATISTICS_TARGET = 10_000;
const ATTEMPTS = 100;
const PAUSE_MS = 100;

/** Before the tables are filled: Postgres's own process, which comes when it likes, shall not replace what the planner knows by a sample. */
export async function leaveTablesAlone(adminUrl: string): Promise<void> {
  await as(adminUrl, async (admin) => {
    const tables = await admin<{ name: string }[]>`
      select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    await admin.unsafe(tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`).join(";"));
  });
}

/**
 * What the planner knows of the tables is then the same in each run: every row was looked at, and each page is known to be visible to all, which it is
 * not while anybody else, such as Postgres's own process at its catalogue, holds an older snapshot of the database.
 *
 * @throws Error when a transaction holds one for 10 s
 */
export async function settleTables(adminUrl: string): Promise<void> {
  await as(adminUrl, async (admin) => {
    await admin.unsafe(`set default_statistics_target = ${STATISTICS_TARGET}`);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await admin.unsafe("vacuum analyze");
      const { unsettled } = only(
        await admin<{ unsettled: number }[]>`select count(*)::integer as unsettled from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`,
      );
      if (unsettled === 0) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error("A transaction holds an old snapshot of the database");
  });
}

async function as(adminUrl: string, work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
