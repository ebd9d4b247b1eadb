import { type Database, lookUps, replaceLookUps } from "@/db/client";
import { noAnswer, withTimeout } from "@/server/platform/with-timeout";

/** The work's result, done on the connections for look-ups. Those that take longer than `timeoutMs` are replaced; throws as `withTimeout`. */
export function lookUp<Result>(timeoutMs: number, work: (db: Database) => Promise<Result>): Promise<Result> {
  const connection = lookUps();
  const late = () => {
    replaceLookUps(connection);
    return noAnswer();
  };
  return withTimeout(timeoutMs, work(connection.db), late);
}
