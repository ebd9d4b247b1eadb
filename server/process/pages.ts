import { createServer, type IncomingMessage } from "node:http";
import { withPeer } from "@/server/platform/client-address";
import type { Handler } from "./http";
import { PEER_HEADER } from "./pass-on";

export interface Pages {
  handle: Handler;
  /** Fails where Next cannot serve at all. */
  prepared: Promise<unknown>;
  close(): Promise<void>;
}

interface Options {
  dev: boolean;
  hostname: string;
  port: number;
  /** Whether all requests come from a process that answers the interface, and tells who sent them. */
  isBehindApi: boolean;
}

/** Next, prepared in the background: requests that come before it is ready wait for it. */
export function preparePages({ dev, hostname, port, isBehindApi }: Options): Pages {
  const preparing = prepare();
  // A failure surfaces where the promise is awaited; until then it must not count as unhandled.
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
    // Loading Next takes a while, in which the database has been told to start already.
    const { default: next } = await import("next");
    const server = next({
      dev,
      dir: process.cwd(),
      hostname,
      port,
      quiet: !dev,
      // Next listens for upgrades on this server. Without a listener on ours, Node answers a request that merely offers an upgrade, as the first of
      // some clients does. Only development needs them, to replace modules in the browser.
      ...(!dev && { httpServer: createServer() }),
    });
    const { log } = console;
    // In production Next has nothing to announce that anybody could do something about; its warnings and errors still come through.
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
