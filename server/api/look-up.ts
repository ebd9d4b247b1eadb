import { type Database, lookUps, replaceLookUps } from "@/db/client";
import { noAnswer, withTimeout } from "@/server/platform/with-timeout";

/**
 * Runs the work on the connections for look-ups and returns its result. After `timeoutMs`, replaces these connections and throws as
 * `withTimeout` does.
 */
export function lookUp<Result>(timeoutMs: number, work: (db: Database) => Promise<Result>): Promise<Result> {
  const connection = lookUps();
  const onTimeout = () => {
    replaceLookUps(connection);
    return noAnswer();
  };
  return withTimeout(timeoutMs, work(connection.db), onTimeout);
}
