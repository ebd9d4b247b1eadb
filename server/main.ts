import { GET as health } from "@/app/api/health/route";
import { GET as ready } from "@/app/api/ready/route";
import { dispatch } from "@/app/api/v2/dispatch";
import { db } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type Demo, prepareDemo, withdrawDemo } from "./demo/demo";
import { forgetEnv, type GivenEnvironment, givenEnvironment, isForThisMachine } from "./env";
import { openDevelopmentMailbox } from "./outbound/mail/development-mailbox";
import { allowLoopbackReceivers } from "./outbound/notifications/loopback";
import { startBackground } from "./process/background";
import { checkServiceEnvironment } from "./process/check-environment";
import { openServiceDatabase } from "./process/database";
import { explainStartFailure } from "./process/explain-failure";
import { createApiHandler, createHttpServer, createProbe, type Handler, isForApi, listen } from "./process/http";
import { giveKeptSecrets } from "./process/kept-secrets";
import { lifecycle } from "./process/lifecycle";
import { preparePages } from "./process/pages";
import { serveStatic } from "./process/static-files";
import { stopOnSignals } from "./process/stop";
import { surviveDatabase } from "./process/survive-database";
import { writeWelcome } from "./process/welcome";

// The whole service in one process: the interface, the pages, and the database if none is given.

// Next speaks to people on standard output, which is the log's.
console.log = console.error;

try {
  await start(givenEnvironment());
} catch (error) {
  // A process that is told to stop while it starts sees its start fail, and ends by itself.
  if (!lifecycle.draining) {
    say(explainStartFailure(error));
    process.exit(1);
  }
}

async function start(given: GivenEnvironment): Promise<void> {
  const dev = process.env.NODE_ENV === "development";
  const { HOST: hostname, PORT: port } = given;
  checkServiceEnvironment(given);
  lifecycle.ready = false;

  const gate = makeGate();
  const probes: Record<string, Handler> = { "/api/health": createProbe(health), "/api/ready": createProbe(ready) };
  const api = createApiHandler(hostname, dispatch);
  const handlePage: Handler = dev ? (...exchange) => pages.handle(...exchange) : serveStatic((...exchange) => pages.handle(...exchange));
  const server = createHttpServer((incoming, outgoing) => {
    const probe = incoming.method === "GET" ? probes[incoming.url ?? ""] : undefined;
    if (probe) return probe(incoming, outgoing);
    const handle = !dev && isForApi(incoming.url) ? api : handlePage;
    return gate.isOpen ? handle(incoming, outgoing) : gate.opened.then(() => handle(incoming, outgoing));
  });
  // First of all, because a port that is taken should be told at once. Requests that come before all is ready wait for it.
  await listen(server, port, hostname);

  // Postgres and Next get ready side by side.
  const opening = openServiceDatabase(given, say);
  const pages = preparePages({ dev, hostname, port });
  const stop = stopOnSignals({ server, pages, opening, say });

  const database = await opening;
  process.env.DATABASE_URL = database.appUrl;
  if (database.embedded) giveKeptSecrets(given);
  forgetEnv();
  surviveDatabase(stop);

  await migrate(database.ownerUrl, database.appUrl);
  if ((database.embedded || given.LOOPBACK_RECEIVERS) && isForThisMachine(given)) allowLoopbackReceivers();
  if ((database.embedded || given.DEVELOPMENT_MAILBOX) && isForThisMachine(given) && !given.SMTP_URL) openDevelopmentMailbox();
  const demo = database.embedded ? await arrangeDemo(given) : undefined;
  startBackground(db);
  lifecycle.ready = true;
  gate.open();

  await pages.prepared;
  writeWelcome({ given, demo, say });
}

/** The demo exists only while the service is reachable from this machine alone. */
async function arrangeDemo(given: GivenEnvironment): Promise<Demo | undefined> {
  if (!isForThisMachine(given)) {
    await withdrawDemo(db);
    return undefined;
  }
  return prepareDemo(db, say);
}

function makeGate() {
  let resolveOpened = () => {};
  const gate = {
    isOpen: false,
    opened: new Promise<void>((resolve) => {
      resolveOpened = resolve;
    }),
    open() {
      gate.isOpen = true;
      resolveOpened();
    },
  };
  return gate;
}

/** For people, on standard error: standard output is the log's, and read by machines. */
function say(text: string): void {
  console.error(text);
}
