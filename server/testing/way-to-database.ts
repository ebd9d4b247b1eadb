import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A connection to the database on which a test decides what is forwarded. */
export interface WayToDatabase {
  /** Address of the database through this connection. */
  url: string;
  close(): void;
}

/** Listens for connections, and calls `serve` with both ends of each. When one end closes, the other is closed too. */
export async function wayToDatabase(databaseUrl: string, serve: (client: Socket, database: Socket) => void): Promise<WayToDatabase> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) sockets.add(socket.on("error", () => {}));
    // Data sent before the end still arrives.
    client.on("close", () => database.destroySoon());
    database.on("close", () => client.destroySoon());
    serve(client, database);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
