import { db } from "@/db/client";
import { getBackgroundJob } from "@/server/background/jobs";
import { keepRunning } from "@/server/process/background";
import { surviveDatabase } from "@/server/process/survive-database";

// Runs the job `messages` alone and for one partner, like the service's process, to be killed at any point.

const [partnerId] = process.argv.slice(2);

surviveDatabase((exitCode) => process.exit(exitCode));
keepRunning(getBackgroundJob("messages"), db, { partnerId });
// The job's timers do not keep the process alive; in the service, its server does.
setInterval(() => {}, 60_000);
