import { isOutOfReach } from "@/db/failures";
import { log } from "@/server/platform/log";

/**
 * When the database dies, its driver may throw outside of any promise, where nobody can catch the error. The affected requests fail anyway,
 * and the process continues. Any other such error is a bug that leaves the process in an unknown state.
 */
export function surviveDatabase(stop: (exitCode: number) => void): void {
  process.on("uncaughtException", (error) => {
    if (isOutOfReach(error) || error.stack?.includes("/node_modules/postgres/")) {
      log().error({ err: error }, "database driver failed outside a request");
      return;
    }
    log().fatal({ err: error }, "uncaught error");
    stop(1);
  });
  process.on("unhandledRejection", (reason) => log().error({ err: reason }, "unhandled rejection"));
}
