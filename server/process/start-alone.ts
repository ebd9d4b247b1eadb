import { db } from "@/db/client";
import { updateDatabaseMetrics } from "@/server/background/update-database-metrics";
import type { GivenEnvironment } from "@/server/env";
import { startBackground } from "./background";
import { openServiceDatabase } from "./database";
import { listen } from "./http";
import { lifecycle } from "./lifecycle";
import { prepareService } from "./prepare-service";
import { keepProbingDatabase } from "./probe-database";
import { roles as allRoles, type Role } from "./roles";
import { createService, type Routes } from "./serve";
import { finishWork, stopOnSignals } from "./stop";
import { surviveDatabase } from "./survive-database";
import { startTelemetry } from "./telemetry";
import { writeWelcome } from "./welcome";

interface Options {
  given: GivenEnvironment;
  routes: Routes;
  roles: readonly Role[];
  dev: boolean;
  say: (text: string) => void;
}

/** Runs the service, or some of its roles, in this process. For development, and for containers with one role. */
export async function startAlone({ given, routes, roles, dev, say }: Options): Promise<void> {
  lifecycle.ready = false;
  const { server, pages, open } = createService({ roles, given, routes, dev });
  // Listening comes first, so that a port in use is reported immediately. Requests wait until everything is ready.
  await listen(server, { port: given.PORT, host: given.HOST });

  // Postgres and Next start in parallel.
  const opening = openServiceDatabase(given, say);
  const stop = stopOnSignals(say, async () => {
    await finishWork({ server, pages, isBalanced: true });
    await opening.then((database) => database.stop()).catch(() => {});
  });

  const { demo, mailboxToken } = await prepareService(given, await opening, say);
  const isWorking = roles.includes("work");
  await startTelemetry({ role: roles.join("+"), measureDatabase: isWorking ? updateDatabaseMetrics : undefined });
  surviveDatabase(stop);
  keepProbingDatabase();
  if (isWorking) startBackground(db);
  open();

  await pages?.prepared;
  if (roles.length === allRoles.length) writeWelcome({ given, demo, mailboxToken, say });
  else say(`Running ${roles.join(" and ")}.`);
}
