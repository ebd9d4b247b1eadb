import { isOutOfReach } from "@/db/failures";
import { log } from "@/server/platform/log";

/**
 * Keeps the process alive when the database dies: its driver may then throw outside of any promise, where no code can catch the error. The
 * affected requests fail in any case. Calls `stop` for any other such error, which is a bug that leaves the process in an unknown state.
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
