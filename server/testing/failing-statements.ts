import { sql } from "drizzle-orm";
import { connect } from "@/db/client";

/**
 * Lets statements on a table fail with a code of Postgres until the returned function is called. `ownerUrl`: address of a database that no
 * other test uses, with its owner's login. `event` and `condition`: as in a trigger.
 */
export async function failStatements(
  ownerUrl: string,
  { table, event, condition, code }: { table: string; event: "insert" | "update"; condition: string; code: string },
): Promise<() => Promise<void>> {
  const name = "a_failing_statement";
  const run = async (...statements: string[]) => {
    const owner = connect(ownerUrl, { max: 1 });
    for (const statement of statements) await owner.db.execute(sql.raw(statement));
    await owner.close();
  };
  await run(
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin raise exception 'failed' using errcode = tg_argv[0]; end $$`,
    `create trigger ${name} before ${event} on ${table} for each row when (${condition}) execute function ${name}('${code}')`,
  );
  return () => run(`drop trigger ${name} on ${table}`);
}
