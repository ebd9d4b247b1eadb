import { db } from "@/db/client";
import { getBackgroundJob } from "@/server/background/jobs";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { keepRunning } from "@/server/process/background";
import { surviveDatabase } from "@/server/process/survive-database";

// Runs the job `notifications` alone, like the service's process. The benches `notifications` and `pace` kill it.

allowLoopbackReceivers();
surviveDatabase((exitCode) => process.exit(exitCode));
keepRunning(getBackgroundJob("notifications"), db);
// The job's timers do not keep the process alive; in the service, its server does.
setInterval(() => {}, 60_000);
