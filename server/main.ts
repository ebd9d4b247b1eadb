import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { GET as health } from "@/app/api/health/route";
import { GET as metrics } from "@/app/api/metrics/route";
import { GET as ready } from "@/app/api/ready/route";
import { dispatch } from "@/app/api/v2/dispatch";
import { givenEnvironment } from "./env";
import { checkServiceEnvironment } from "./process/check-environment";
import { explainStartFailure } from "./process/explain-failure";
import { lifecycle } from "./process/lifecycle";
import { isRole, type Role, roles } from "./process/roles";
import type { Routes } from "./process/serve";
import { startAlone } from "./process/start-alone";
import { startSupervised } from "./process/start-supervised";
import { supervise } from "./process/supervise";
import { startTelemetryOurselves } from "./process/telemetry";

// The service's program. It runs as the supervisor, as a process that the supervisor starts with a role as its argument, or alone: in
// development, and with `--only`.

const routes: Routes = { dispatch, probes: { "/api/health": health, "/api/ready": ready, "/api/metrics": metrics } };

// Next writes messages for people to standard output, which is for the log alone.
console.log = console.error;
startTelemetryOurselves();

try {
  await start(process.argv.slice(2));
} catch (error) {
  // If the process is told to stop while it starts, its start may fail, and the process ends by itself.
  if (!lifecycle.draining) {
    say(explainStartFailure(error, process.env.HOST));
    process.exit(1);
  }
}

async function start(args: string[]): Promise<void> {
  const given = givenEnvironment();
  checkServiceEnvironment(given);
  const dev = process.env.NODE_ENV === "development";
  if (cluster.isWorker) {
    const [role, ...pagesSockets] = args;
    return startSupervised({ given, routes, role: readRole(role), pagesSockets });
  }
  const only = args.includes("--only") ? [readRole(args[args.indexOf("--only") + 1])] : undefined;
  if (dev || only) return startAlone({ given, routes, roles: only ?? roles, dev, say });
  return supervise({ given, program: fileURLToPath(import.meta.url), say });
}

/** Returns the text as a role. Throws a one-line error that names the roles. */
function readRole(text: string | undefined): Role {
  if (isRole(text)) return text;
  throw new Error(`--only takes one of ${roles.join(", ")}`);
}

/** For people, on standard error: standard output is the log's, and read by machines. */
function say(text: string): void {
  console.error(text);
}
