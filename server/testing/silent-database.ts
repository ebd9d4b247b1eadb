import { connect as connectTo, createServer, type Socket } from "node:net";

/** A way to the database that can fall silent, as when packets are lost: nothing arrives, and no error is reported. */
export interface SilentWay {
  /** The database's address, by this way. */
  url: string;
  fallSilent(): void;
  /** Only the connections that there are now fall silent. */
  loseConnections(): void;
  /** Everything that was held back arrives after all. */
  speakAgain(): void;
  close(): void;
}

export async function wayThatFallsSilent(databaseUrl: string): Promise<SilentWay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;

  const server = createServer((client) => {
    const database = connectTo(Number(port), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => from.destroy());
      // What was sent before the end still arrives.
      from.on("close", () => to.destroySoon());
      from.on("data", (data) => to.write(data));
      if (silent) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    loseConnections: () => {
      for (const socket of sockets) socket.pause();
    },
    speakAgain: () => {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
