import { type Database, poolOf } from "./client";

/**
 * A statement that is built once per pool and planned once per connection. Unprepared ones are built, described and
 * planned at every call, which costs more than most of our queries themselves.
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
