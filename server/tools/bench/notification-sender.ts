import { allowLoopbackReceivers } from "@/server/outbound/notifications/loopback";
import { surviveDatabase } from "@/server/process/survive-database";
import { keepNotifying } from "@/server/process/wake-up";

// What the service's process does about notifications, and nothing else: to be killed by `bench/notifications`.

allowLoopbackReceivers();
surviveDatabase((exitCode) => process.exit(exitCode));
keepNotifying();
// Its timers let the process end, since in the service a server keeps it.
setInterval(() => {}, 60_000);
