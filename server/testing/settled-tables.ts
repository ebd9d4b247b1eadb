import postgres from "postgres";

/** Postgres reads 300 times this number of rows of a table: every row of tables up to 3,000,000 rows. */
const STATISTICS_TARGET = 10_000;
const ATTEMPTS = 100;
/** Number of attempts, of a second in all, by which commits have reached the disk. A table left then usually has pages that nobody has used. */
const ATTEMPTS_BEFORE_REWRITING = 10;
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
 * Makes the planner's statistics the same in each run: every row is read, and each page is marked visible to all. A page stays unmarked while
 * any transaction, such as Postgres's own, holds an older snapshot, and if Postgres added it in advance and nobody has used it yet. Tables
 * with pages of the latter kind are rewritten.
 * @throws Error when pages stay unmarked for 10 s
 */
export async function settleTables(adminUrl: string): Promise<void> {
  await as(adminUrl, async (admin) => {
    await admin.unsafe(`set default_statistics_target = ${STATISTICS_TARGET}`);
    let unsettled: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt >= ATTEMPTS_BEFORE_REWRITING) for (const name of unsettled) await admin.unsafe(`vacuum full ${name}`);
      await admin.unsafe("vacuum analyze");
      const left = await admin<{ name: string }[]>`select oid::regclass::text as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`;
      if (left.length === 0) return;
      unsettled = left.map(({ name }) => name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`A transaction holds an old snapshot of ${unsettled.join(", ")}`);
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
