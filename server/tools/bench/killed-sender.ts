import { keepCollecting } from "@/server/process/keep-collecting";
import { surviveDatabase } from "@/server/process/survive-database";

// What the service's process does about messages to customers, and nothing else: to be killed at any point.

surviveDatabase((exitCode) => process.exit(exitCode));
keepCollecting();
// Its timers let the process end, since in the service a server keeps it.
setInterval(() => {}, 60_000);
