import type { Server } from "node:http";
import { type GivenEnvironment, isForThisMachine } from "@/server/env";
import {
  createApiHandler,
  createHttpServer,
  createProbe,
  type Dispatch,
  type Handler,
  isForApi,
  refuseForeignAddress,
  withSafeHeaders,
} from "./http";
import { limitByAddress, limitConnections } from "./limit-by-address";
import { logAccess } from "./log-access";
import { type Pages, preparePages } from "./pages";
import { passOnTo } from "./pass-on";
import { refuseForwarded } from "./refuse-forwarded";
import type { Role } from "./roles";
import { serveStatic } from "./static-files";

/** Routes answered without Next. */
export interface Routes {
  /** Handlers of GET by path. They answer immediately, even before the rest is ready. */
  probes: Record<string, (request: Request) => Response | Promise<Response>>;
  dispatch: Dispatch;
}

interface Options {
  roles: readonly Role[];
  given: GivenEnvironment;
  routes: Routes;
  dev: boolean;
  /** Sockets of the processes of the role `pages`, to which a process that serves no pages itself passes requests on. */
  pagesSockets?: string[];
  /** Whether all requests come from a process of the role `api`, which adds the client's address. */
  isBehindApi?: boolean;
}

export interface Service {
  server: Server;
  pages: Pages | undefined;
  /** Lets requests in, including those that waited for the database. */
  open(): void;
}

/** Creates the HTTP server for a process with these roles. Requests wait until it is opened. */
export function createService({ roles, given, routes, dev, pagesSockets, isBehindApi = false }: Options): Service {
  const { HOST: hostname, PORT: port } = given;
  const pages = roles.includes("pages") ? preparePages({ dev, hostname, port, isBehindApi }) : undefined;
  const probes = new Map(
    Object.entries(routes.probes).map(([path, answer]) => [path, withSafeHeaders(createProbe(hostname, answer), given.PUBLIC_URL)]),
  );
  // In development, Next serves the interface as well, so that changed code is reloaded.
  const api = roles.includes("api") && !dev ? createApiHandler(hostname, routes.dispatch) : undefined;
  const other = otherThanApi(pages, pagesSockets);
  // Requests from a process of the role `api` were counted and logged there.
  const counted = isBehindApi ? other : logAccess(limitByAddress(other));
  const handleOther = withSafeHeaders(dev ? counted : serveStatic(counted), given.PUBLIC_URL);
  const gate = makeGate();
  const handle: Handler = (incoming, outgoing) => {
    const probe = incoming.method === "GET" ? probes.get(incoming.url ?? "") : undefined;
    if (probe) return probe(incoming, outgoing);
    const chosen = api && isForApi(incoming.url) ? api : handleOther;
    return gate.isOpen ? chosen(incoming, outgoing) : gate.opened.then(() => chosen(incoming, outgoing));
  };
  const server = createHttpServer(isBehindApi ? handle : withEntryChecks(handle, given));
  if (!isBehindApi) limitConnections(server, given);
  return { server, pages, open: gate.open };
}

/** Adds the checks that are made once, by the process to which clients connect. */
function withEntryChecks(handle: Handler, given: GivenEnvironment): Handler {
  const admitted = refuseForeignAddress(handle, given.PUBLIC_URL);
  return isForThisMachine(given) ? refuseForwarded(admitted) : admitted;
}

/** Returns the handler of all requests except those to the interface: pages and the portal. Answers 404 if the process has none of them. */
function otherThanApi(pages: Pages | undefined, pagesSockets: string[] | undefined): Handler {
  if (pages) return pages.handle;
  return pagesSockets ? passOnTo(pagesSockets) : (_incoming, outgoing) => void outgoing.writeHead(404).end();
}

/** Returns a gate on which requests wait until it is opened. */
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
