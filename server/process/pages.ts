import { createServer, type IncomingMessage } from "node:http";
import { withPeer } from "@/server/platform/client-address";
import type { Handler } from "./http";
import { PEER_HEADER } from "./pass-on";

export interface Pages {
  handle: Handler;
  /** Rejects if Next cannot serve. */
  prepared: Promise<unknown>;
  close(): Promise<void>;
}

interface Options {
  dev: boolean;
  hostname: string;
  port: number;
  /** Whether all requests come from a process of the role `api`, which adds the address of its own peer (`PEER_HEADER`). */
  isBehindApi: boolean;
}

/** Prepares Next in the background. Requests that arrive earlier wait. */
export function preparePages({ dev, hostname, port, isBehindApi }: Options): Pages {
  const preparing = prepare();
  // A failure is reported where the promise is awaited. Before that, it must not count as unhandled.
  preparing.catch(() => {});
  return {
    handle: async (incoming, outgoing) => {
      const handle = (await preparing).getRequestHandler();
      const peer = isBehindApi ? takePeer(incoming) : incoming.socket.remoteAddress;
      return withPeer(peer, () => handle(incoming, outgoing));
    },
    prepared: preparing,
    close: async () => (await preparing).close(),
  };

  async function prepare() {
    // Not imported at the top: loading Next takes a while, and the database should start meanwhile.
    const { default: next } = await import("next");
    const server = next({
      dev,
      dir: process.cwd(),
      hostname,
      port,
      quiet: !dev,
      // Next attaches its upgrade listener to this server, which never listens. On our own server, that listener would keep Node from answering
      // ordinary requests that offer an upgrade, as the first request of some clients does. Only development needs upgrades, to replace
      // modules in the browser.
      ...(!dev && { httpServer: createServer() }),
    });
    const { log } = console;
    // In production, operators do not need Next's announcements; its warnings and errors still appear.
    if (!dev) console.log = () => {};
    await server.prepare().finally(() => {
      console.log = log;
    });
    return server;
  }
}

function takePeer({ headers }: IncomingMessage): string | undefined {
  const { [PEER_HEADER]: peer } = headers;
  delete headers[PEER_HEADER];
  return peer ? String(peer) : undefined;
}
