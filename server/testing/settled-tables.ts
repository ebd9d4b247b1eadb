import postgres from "postgres";
import { only } from "@/db/rows";

/** Reads every row of tables up to 3,000,000 rows: 300 times this number. */
const STATISTICS_TARGET = 10_000;
const ATTEMPTS = 100;
const PAUSE_MS = 100;

/** Switches autovacuum off before the tables are filled, so that it does not replace the planner's statistics by a sample. */
export async function leaveTablesAlone(adminUrl: string): Promise<void> {
  await as(adminUrl, async (admin) => {
    const tables = await admin<{ name: string }[]>`
      select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    await admin.unsafe(tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`).join(";"));
  });
}

/**
 * Makes the planner's statistics the same in each run: every row is read, and each page is marked visible to all, which fails while any
 * transaction, such as Postgres's own, holds an older snapshot.
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
