import { createServer } from "node:http";
import { closeDatabase } from "@/db/client";
import type { GivenEnvironment } from "@/server/env";
import { openServiceDatabase } from "./database";
import { startFamily } from "./family";
import { listen } from "./http";
import { lifecycle } from "./lifecycle";
import { prepareService } from "./prepare-service";
import { stopOnSignals } from "./stop";
import { surviveDatabase } from "./survive-database";
import { writeWelcome } from "./welcome";

interface Options {
  given: GivenEnvironment;
  /** Path of the program that the processes run, which is this one. */
  program: string;
  say: (text: string) => void;
}

/**
 * Runs the whole service: opens the database, starts one or more processes per role, and restarts those that end. Answers no requests
 * itself, so that no request can make it fail.
 */
export async function supervise({ given, program, say }: Options): Promise<void> {
  lifecycle.ready = false;
  // Reports a port in use immediately, and only once.
  await tryPort(given);
  const opening = openServiceDatabase(given, say);
  const family = startFamily(given, program, () => stop(1));
  const stop = stopOnSignals(say, async () => {
    await family.stop();
    await opening.then((database) => database.stop()).catch(() => {});
  });

  const { beginning, demo, mailboxToken } = await prepareService(given, await opening, say);
  surviveDatabase(stop);
  await closeDatabase();
  await family.begin(beginning);
  if (!lifecycle.draining) writeWelcome({ given, demo, mailboxToken, say });
}

async function tryPort({ HOST: host, PORT: port }: GivenEnvironment): Promise<void> {
  const server = createServer();
  await listen(server, { port, host });
  await new Promise((closed) => server.close(closed));
}
