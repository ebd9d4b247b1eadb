import { type Database, poolOf } from "./client";

/**
 * Builds a statement once per pool; Postgres plans it once per connection. Other statements are built, described and planned at every call,
 * which takes longer than running most queries.
 */
export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const pool = poolOf(db);
    const known = statements.get(pool);
    if (known) return known;
    const statement = build(pool);
    statements.set(pool, statement);
    return statement;
  };
}
