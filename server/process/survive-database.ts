import { isOutOfReach } from "@/db/failures";
import { log } from "@/server/platform/log";

/**
 * When the database dies, its driver can throw outside of any promise, where no caller can catch it. The requests concerned fail by
 * themselves; the process continues. Any other such error is a bug that leaves the process in an unknown state.
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
